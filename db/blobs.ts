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
  utimesSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import SQLite from 'better-sqlite3';
import { sync } from './backup';
import { createFile, createFolder } from './owner';

/**
 * The bytes of files: each content once, in a file that is named by its SHA-256. In a folder beside
 * the database, and copied to one beside its backups.
 */

const NAME = /^[\da-f]{64}$/;
/** In bytes. */
const PIECE = 1024 * 1024;

/** Beside the database. */
export function blobFolder(database: string): string {
  return `${database}.files`;
}

export function listBlobs(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => NAME.test(name)) : [];
}

/** Selects the SHA-256 and a file name of each content that a deal or the trash mentions. */
export const MENTIONS = `
  select sha256, name from files
  union all
  select value ->> '$.row.sha256', value ->> '$.row.name' from trash, json_each(trash.rows, '$.others')
    where instr(trash.rows, '"table":"files"') and value ->> '$.table' = 'files'`;

/** The contents that a database mentions, with a file's name; none before there were files. */
function mentionedBlobs(database: string): Map<string, string> {
  const connection = new SQLite(database, { readonly: true, fileMustExist: true });
  try {
    const isThere = connection.prepare("select 1 from sqlite_master where name = 'files'").get();
    const rows = isThere ? connection.prepare(MENTIONS).raw().all() : [];
    return new Map(rows as [string, string][]);
  } finally {
    connection.close();
  }
}

/** Copies contents that a folder does not have, but for those whose bytes are not what their name says. */
function copyBlobs(names: Iterable<string>, from: string, to: string): void {
  const missing = [...names].filter(
    (name) => existsSync(join(from, name)) && !existsSync(join(to, name)),
  );
  if (!missing.length) return;
  createFolder(to);
  for (const name of missing) copyBlob(name, from, to);
  syncFolder(to);
}

function copyBlob(name: string, from: string, to: string): void {
  const unfinished = join(to, `${name}.unfinished`);
  const source = openSync(join(from, name), 'r');
  rmSync(unfinished, { force: true });
  const target = createFile(unfinished);
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(PIECE);
  try {
    for (let size; (size = readSync(source, piece, 0, PIECE, null));) {
      hash.update(piece.subarray(0, size));
      writeSync(target, piece, 0, size);
    }
    fsyncSync(target);
  } finally {
    closeSync(source);
    closeSync(target);
  }
  if (hash.digest('hex') === name) renameSync(unfinished, join(to, name));
  else rmSync(unfinished);
}

/** Flushes a folder's list of files to the disk, and that of the folder that it is in. */
export function syncFolder(folder: string): void {
  sync(folder);
  sync(dirname(folder));
}

/** Beside a backup, for all backups of a database. */
function blobBackup(backup: string): string {
  return backup.replace(/-\d{8}T\d{6}\.\d{3}Z\.db$/, '') + '-files';
}

/**
 * Copies what is new of a database's contents to its backups, after `backup` was made. Returns the
 * names of files in `backup` whose bytes are damaged or missing.
 */
export function backUpBlobs(database: string, backup: string): string[] {
  const from = blobFolder(database);
  const to = blobBackup(backup);
  copyBlobs(listBlobs(from), from, to);
  return namesWithout(to, mentionedBlobs(backup));
}

/** Removes contents from the backups that neither the database has nor one of the `backups` mentions. */
export function thinOutBlobs(database: string, backups: string[]): void {
  const [latest] = backups;
  if (!latest) return;
  const referenced = new Set(listBlobs(blobFolder(database)));
  for (const backup of backups) for (const [name] of mentionedBlobs(backup)) referenced.add(name);
  const folder = blobBackup(latest);
  for (const name of listBlobs(folder)) if (!referenced.has(name)) rmSync(join(folder, name));
}

/** How long a restored database keeps the contents of the previous one, in ms. */
const FORMER = 30 * 86_400_000;

/**
 * Brings the contents back that a backup mentions and the database lacks, checked by their hashes.
 * Others stay for 30 days, in case the former database is restored. Returns the names of files
 * whose bytes are missing.
 */
export function restoreBlobs(backup: string, database: string, now = new Date()): string[] {
  const to = blobFolder(database);
  const mentioned = mentionedBlobs(backup);
  copyBlobs(mentioned.keys(), blobBackup(backup), to);
  const later = new Date(now.getTime() + FORMER);
  for (const name of listBlobs(to))
    if (!mentioned.has(name)) utimesSync(join(to, name), now, later);
  return namesWithout(to, mentioned);
}

function namesWithout(folder: string, mentioned: Map<string, string>): string[] {
  return [...mentioned].flatMap(([sha256, name]) => (existsSync(join(folder, sha256)) ? [] : name));
}
