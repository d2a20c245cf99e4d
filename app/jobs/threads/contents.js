import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';

// JavaScript, so that tests and development load it without a build.

const PIECE_BYTES = 1024 * 1024;

/**
 * Returns whether the disk can share the blocks of two files. Leaves no target.
 * @param {{ source: string, target: string }} job
 */
export function canCloneFiles({ source, target }) {
  try {
    copyFileSync(source, target, constants.COPYFILE_FICLONE_FORCE);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(target, { force: true });
  }
}

/**
 * Copies a content into an existing empty file, or only reads it without one. Returns whether its
 * bytes are what its name says.
 * @param {{ source: string, target?: string, sha256: string, isClonable?: boolean }} job
 */
export function copyContent({ source, target, sha256, isClonable }) {
  if (!target || !isClonable) return copyAndHash(source, target) === sha256;
  copyFileSync(source, target, constants.COPYFILE_FICLONE_FORCE);
  chmodSync(target, 0o600);
  return copyAndHash(target, undefined) === sha256;
}

/**
 * @param {string} source
 * @param {string | undefined} target
 */
function copyAndHash(source, target) {
  const sum = createHash('sha256');
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  const from = openSync(source, 'r');
  try {
    const to = target === undefined ? undefined : openSync(target, 'r+');
    try {
      for (let size; (size = readSync(from, piece, 0, PIECE_BYTES, null));) {
        sum.update(piece.subarray(0, size));
        if (to !== undefined) writeWhole(to, piece.subarray(0, size));
      }
    } finally {
      if (to !== undefined) closeSync(to);
    }
  } finally {
    closeSync(from);
  }
  return sum.digest('hex');
}

/**
 * @param {number} file
 * @param {Buffer} bytes
 */
function writeWhole(file, bytes) {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
}
