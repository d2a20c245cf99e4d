import { createHash } from 'node:crypto';
import { closeSync, createReadStream, fsyncSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { extract, type Header } from 'tar-stream';
import {
  CONTENTS_FOLDER_NAME,
  DATABASE_NAME,
  Manifest,
  MANIFEST_NAME,
  type ManifestEntry,
  SECRET_NAME,
} from './archive-manifest';
import { readChunks, writeAll } from './contents';
import { createFile, createFolder } from './create-files';
import { getFileSize } from './disk';
import { DamagedFileError } from './errors';

/** Allows about 700,000 entries of 150 bytes. */
const MAX_MANIFEST_BYTES = 100 * 1024 * 1024;

const MAX_SECRET_BYTES = 4096;

type Entry = AsyncIterable<unknown> & { header: Header };

export function isArchive(file: string): boolean {
  const [start] = readChunks(file);
  return start?.subarray(257, 262).toString('latin1') === 'ustar';
}

export interface UnpackedArchive {
  database: string;
  contents: string;
  secret?: string;
  names: Set<string>;
}

/**
 * Unpacks into an empty folder and verifies every byte. `onlyDatabase` verifies contents without
 * writing them. Rejects paths that the manifest does not list.
 */
export async function unpackArchive(
  file: string,
  folder: string,
  { onlyDatabase = false }: { onlyDatabase?: boolean } = {},
): Promise<UnpackedArchive> {
  const contents = join(folder, CONTENTS_FOLDER_NAME);
  createFolder(contents);
  const reading = readEntries(file, async (entry, listed) => {
    const isWritten = !onlyDatabase || listed.path === DATABASE_NAME;
    await unpackEntry(entry, listed, isWritten ? join(folder, listed.path) : undefined);
  });
  const paths = await reading.catch((error: NodeJS.ErrnoException) => {
    // The disk failed, not the archive.
    if (error.syscall) throw error;
    // The library guesses at compression.
    const reason = /^Invalid tar header/.test(error.message) ? 'a header is wrong' : error.message;
    throw new DamagedFileError(`${file} is damaged or no archive of this program: ${reason}`, {
      cause: error,
    });
  });
  const names = paths.filter((path) => path.startsWith(`${CONTENTS_FOLDER_NAME}/`));
  return {
    database: join(folder, DATABASE_NAME),
    contents,
    secret: paths.includes(SECRET_NAME) ? join(folder, SECRET_NAME) : undefined,
    names: new Set(names.map((path) => path.slice(CONTENTS_FOLDER_NAME.length + 1))),
  };
}

async function readEntries(
  file: string,
  read: (entry: Entry, listed: ManifestEntry) => Promise<void>,
): Promise<string[]> {
  const extractor = extract();
  const reading = pipeline(createReadStream(file), extractor);
  // The error also ends the loop below.
  reading.catch(() => undefined);
  let expected: Map<string, ManifestEntry> | undefined;
  let paths: string[] = [];
  for await (const entry of extractor) {
    const { name, size = 0, type } = entry.header;
    if (type !== 'file')
      throw new Error(`it contains ${quoteEntryName(name)}, which is not a file`);
    if (!expected) {
      expected = await readManifest(entry, getFileSize(file));
      paths = [...expected.keys()];
      continue;
    }
    const listed = expected.get(name);
    if (!listed)
      throw new Error(`it contains ${quoteEntryName(name)}, which its manifest does not list`);
    if (listed.size !== size) throw new Error(`${quoteEntryName(name)} has the wrong size`);
    expected.delete(name);
    await read(entry, listed);
  }
  await reading;
  if (!expected) throw new Error('it is empty');
  const [missing] = expected.keys();
  if (missing) throw new Error(`${quoteEntryName(missing)} is missing`);
  return paths;
}

function quoteEntryName(name: string): string {
  return JSON.stringify(name.slice(0, 100));
}

async function readManifest(entry: Entry, bytes: number): Promise<Map<string, ManifestEntry>> {
  const { name, size = 0 } = entry.header;
  if (name !== MANIFEST_NAME) throw new Error('it does not begin with a manifest');
  if (size > bytes) throw new Error('it is cut off');
  if (size > MAX_MANIFEST_BYTES) throw new Error('its manifest is too large');
  const chunks: Buffer[] = [];
  for await (const chunk of entry) chunks.push(chunk as Buffer);
  const { entries } = parseManifest(Buffer.concat(chunks).toString('utf8'));
  const listed = new Map(entries.map((listedEntry) => [listedEntry.path, listedEntry]));
  if (listed.size < entries.length) throw new Error('its manifest lists a file twice');
  if (!listed.has(DATABASE_NAME)) throw new Error('it has no database');
  for (const { path, sha256 } of entries)
    if (path.startsWith(CONTENTS_FOLDER_NAME) && path !== `${CONTENTS_FOLDER_NAME}/${sha256}`)
      throw new Error('its manifest names a file by another hash');
  if ((listed.get(SECRET_NAME)?.size ?? 0) > MAX_SECRET_BYTES)
    throw new Error('its secret is too large');
  if (entries.reduce((sum, one) => sum + one.size, 0) > bytes) throw new Error('it is cut off');
  return listed;
}

function parseManifest(text: string): Manifest {
  try {
    return Manifest.parse(JSON.parse(text));
  } catch (error) {
    throw new Error('its manifest cannot be read', { cause: error });
  }
}

async function unpackEntry(entry: Entry, listed: ManifestEntry, path?: string): Promise<void> {
  const hash = createHash('sha256');
  const handle = path === undefined ? undefined : createFile(path);
  try {
    for await (const chunk of entry) {
      hash.update(chunk as Buffer);
      if (handle !== undefined) writeAll(handle, chunk as Buffer);
    }
    if (handle !== undefined) fsyncSync(handle);
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
  if (hash.digest('hex') !== listed.sha256)
    throw new Error(`${quoteEntryName(listed.path)} is damaged`);
}
