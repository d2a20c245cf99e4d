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

const INBOX_REFERENCES_SELECT = `
  select sha256, name file, inbox_files.size, coalesce(company_name, subject, 'Item ' || item_id) || ' (in the inbox)' record
    from inbox_files join inbox_items on inbox_items.id = item_id`;
const REFERENCES_SELECTS = [
  `select sha256, name file, size, company_name record
    from files join pipelines on pipelines.id = files.pipeline_id`,
  `select value ->> '$.row.sha256', value ->> '$.row.name', value ->> '$.row.size', trash.name || ' (in the trash)'
    from trash, json_each(trash.rows, '$.others')
    where instr(trash.rows, '"table":"files"') and value ->> '$.table' = 'files'`,
  INBOX_REFERENCES_SELECT,
];
export const CONTENT_REFERENCES_SQL = REFERENCES_SELECTS.join(' union all ');

export interface ContentReference {
  file: string;
  size: number;
  record: string;
}

/** Returns the references of each content by its SHA-256; older databases may lack the tables. */
export function listContentReferences(database: string): Map<string, ContentReference[]> {
  const connection = new SQLite(database, { readonly: true, fileMustExist: true });
  const references = new Map<string, ContentReference[]>();
  try {
    const tables = connection
      .prepare("select name from sqlite_master where name in ('files', 'inbox_files')")
      .pluck()
      .all();
    if (!tables.includes('files')) return references;
    const selects = REFERENCES_SELECTS.filter(
      (select) => tables.includes('inbox_files') || select !== INBOX_REFERENCES_SELECT,
    );
    const rows = connection.prepare(selects.join(' union all ')).iterate();
    for (const { sha256, ...reference } of rows as Iterable<
      ContentReference & { sha256: string }
    >) {
      const known = references.get(sha256);
      if (known) known.push(reference);
      else references.set(sha256, [reference]);
    }
    return references;
  } finally {
    connection.close();
  }
}

export function listAttachmentNames(database: string): Map<string, string> {
  return new Map(
    [...listContentReferences(database)].map(([sha256, references]) => [
      sha256,
      references.at(-1)!.file,
    ]),
  );
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
