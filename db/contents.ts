import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import SQLite from 'better-sqlite3';
import { flushToDisk } from './backup';
import { createFile } from './create-files';

/** Contents of attachments are files named by their SHA-256, in a folder beside the database. */

const CONTENT_NAME = /^[\da-f]{64}$/;

const CHUNK_BYTES = 1024 * 1024;

export const DAY_MS = 86_400_000;

export function getContentsFolder(database: string): string {
  return `${database}.files`;
}

export function listContents(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => CONTENT_NAME.test(name)) : [];
}

const INBOX_CONTENTS_SELECT = 'select sha256, name from inbox_files';
/** Select the SHA-256 and a file's name of each content that a deal, the trash or the inbox references. */
const MENTIONED_CONTENTS_SELECTS = [
  'select sha256, name from files',
  `select value ->> '$.row.sha256', value ->> '$.row.name' from trash, json_each(trash.rows, '$.others')
    where instr(trash.rows, '"table":"files"') and value ->> '$.table' = 'files'`,
  INBOX_CONTENTS_SELECT,
];
export const MENTIONED_CONTENTS_SQL = MENTIONED_CONTENTS_SELECTS.join(' union all ');

/** Returns the referenced contents with a file's name; older databases may lack the tables. */
export function listMentionedContents(database: string): Map<string, string> {
  const connection = new SQLite(database, { readonly: true, fileMustExist: true });
  try {
    const tables = connection
      .prepare("select name from sqlite_master where name in ('files', 'inbox_files')")
      .pluck()
      .all();
    if (!tables.includes('files')) return new Map();
    const selects = MENTIONED_CONTENTS_SELECTS.filter(
      (select) => tables.includes('inbox_files') || select !== INBOX_CONTENTS_SELECT,
    );
    return new Map(
      connection.prepare(selects.join(' union all ')).raw().all() as [string, string][],
    );
  } finally {
    connection.close();
  }
}

export function* readChunks(path: string): Generator<Buffer> {
  const handle = openSync(path, 'r');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  try {
    for (let size; (size = readSync(handle, chunk, 0, CHUNK_BYTES, null));)
      yield chunk.subarray(0, size);
  } finally {
    closeSync(handle);
  }
}

export function hashFile(path: string): string {
  const hash = createHash('sha256');
  for (const chunk of readChunks(path)) hash.update(chunk);
  return hash.digest('hex');
}

export function isContentWhole(name: string, folder: string): boolean {
  const path = join(folder, name);
  try {
    return existsSync(path) && hashFile(path) === name;
  } catch {
    // Treats a bad block, or a file of another user, as damaged.
    return false;
  }
}

/**
 * Copies a content, replacing what is there. Returns false, and changes nothing, if the source is
 * missing, unreadable or damaged.
 */
export function copyContent(name: string, from: string, to: string): boolean {
  if (!existsSync(join(from, name))) return false;
  const unfinished = join(to, `${name}.unfinished`);
  rmSync(unfinished, { force: true });
  const target = createFile(unfinished);
  const hash = createHash('sha256');
  let isWritten = false;
  try {
    for (const chunk of readChunksUntilError(join(from, name))) {
      hash.update(chunk);
      writeAll(target, chunk);
    }
    if (hash.digest('hex') === name) {
      fsyncSync(target);
      renameSync(unfinished, join(to, name));
      isWritten = true;
    }
  } finally {
    closeSync(target);
    if (!isWritten) rmSync(unfinished, { force: true });
  }
  return isWritten;
}

/** Stops where a file cannot be read, so that its hash is wrong. */
function* readChunksUntilError(path: string): Generator<Buffer> {
  const chunks = readChunks(path);
  for (;;) {
    let next;
    try {
      next = chunks.next();
    } catch {
      return;
    }
    if (next.done) return;
    yield next.value;
  }
}

export function writeAll(handle: number, chunk: Uint8Array): void {
  for (let written = 0; written < chunk.length;)
    written += writeSync(handle, chunk, written, chunk.length - written);
}

export function flushFolder(folder: string): void {
  flushToDisk(folder);
  flushToDisk(dirname(folder));
}
