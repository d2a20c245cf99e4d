import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { extract, type Header, pack, type Pack } from 'tar-stream';
import { z } from 'zod';
import { copySnapshot, sync } from './backup';
import {
  blobFolder,
  hashFile,
  isBlobWhole,
  listBlobs,
  mentionedBlobs,
  readChunks,
  writeAll,
} from './blobs';
import { assertSpaceForFiles, fileSize } from './disk';
import { withLock } from './lock';
import { createFile, createFolder } from './owner';

/**
 * One tar file for moving: the manifest, the database, the session secret and the contents of all
 * files, in this order. Unpacked by hand, it is a backup with its contents beside it.
 */

const MANIFEST = 'manifest.json';
const DATABASE = 'pipeline.db';
const SECRET = 'pipeline.db.secret';
const BLOBS = 'pipeline-files';
const FORMAT = 'deal-pipeline-archive-1';
/** An entry has some 150 bytes. */
const MAX_MANIFEST_BYTES = 100 * 1024 * 1024;
const MAX_SECRET_BYTES = 4096;

const Sha256 = z.string().regex(/^[\da-f]{64}$/);
const Manifest = z.object({
  format: z.literal(FORMAT),
  createdAt: z.string(),
  entries: z.array(
    z.object({
      path: z.string().regex(/^(pipeline\.db|pipeline\.db\.secret|pipeline-files\/[\da-f]{64})$/),
      size: z.number().int().nonnegative(),
      sha256: Sha256,
    }),
  ),
});
type Manifest = z.infer<typeof Manifest>;
type ManifestEntry = Manifest['entries'][number];

/** An entry as it is read from an archive. */
type Entry = AsyncIterable<unknown> & { header: Header };

interface SourceFile extends ManifestEntry {
  source: string;
}

export interface ArchiveOptions {
  secret?: string;
  /** Where copies of contents are that the data folder has damaged. */
  blobBackups: string;
}

/** Names of files, as in a backup. */
export interface ArchiveResult {
  missing: string[];
  /** Contents that are damaged in the data folder and came from the backups. */
  replaced: string[];
}

/** Writes an archive of the database while it is in use. Throws if the file exists. */
export async function writeArchive(
  database: string,
  file: string,
  options: ArchiveOptions,
): Promise<ArchiveResult> {
  if (!existsSync(database)) throw new Error(`${database} does not exist`);
  if (existsSync(file)) throw new Error(`${file} exists already; choose another name`);
  if (!existsSync(dirname(file))) throw new Error(`${dirname(file)} does not exist`);
  assertSpaceForFiles(dirname(file), countBytes(database));
  const snapshot = `${file}.database.unfinished`;
  const unfinished = `${file}.unfinished`;
  try {
    withLock(database, 'shared', () => copySnapshot(database, snapshot));
    const { sources, ...result } = chooseBlobs(database, snapshot, options.blobBackups);
    const first = { path: DATABASE, source: snapshot };
    const files = [describeFile(first), ...sources.map(describeBlob)];
    rmSync(unfinished, { force: true });
    await packFiles(unfinished, files, options.secret);
    giveName(unfinished, file);
    return result;
  } finally {
    rmSync(snapshot, { force: true });
    rmSync(unfinished, { force: true });
  }
}

/** The database counts twice: beside the archive is a copy of it while it is written. */
function countBytes(database: string): number {
  const folder = blobFolder(database);
  const contents = listBlobs(folder).map((name) => fileSize(join(folder, name)));
  return contents.reduce((sum, size) => sum + size, 2 * fileSize(database));
}

interface BlobSource {
  name: string;
  folder: string;
}

/** Finds a whole copy of each content, in the data folder or in the backups. */
function chooseBlobs(database: string, snapshot: string, blobBackups: string) {
  const folder = blobFolder(database);
  const mentioned = mentionedBlobs(snapshot);
  const sources: BlobSource[] = [];
  const missing: string[] = [];
  const replaced: string[] = [];
  for (const name of new Set([...mentioned.keys(), ...listBlobs(folder)])) {
    const fileName = mentioned.get(name);
    if (isBlobWhole(name, folder)) sources.push({ name, folder });
    else if (isBlobWhole(name, blobBackups)) {
      sources.push({ name, folder: blobBackups });
      replaced.push(fileName ?? name);
    } else if (fileName) missing.push(fileName);
  }
  return { sources, missing, replaced };
}

function describeFile({ path, source }: { path: string; source: string }): SourceFile {
  return { path, source, size: fileSize(source), sha256: hashFile(source) };
}

function describeBlob({ name, folder }: BlobSource): SourceFile {
  const source = join(folder, name);
  return { path: `${BLOBS}/${name}`, source, size: fileSize(source), sha256: name };
}

async function packFiles(file: string, files: SourceFile[], secret?: string): Promise<void> {
  const archive = pack();
  const handle = createFile(file);
  try {
    const writing = (async () => {
      for await (const chunk of archive) writeAll(handle, chunk as Buffer);
    })();
    await Promise.all([writing, addFiles(archive, files, secret)]);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
    archive.destroy();
  }
}

async function addFiles(archive: Pack, files: SourceFile[], secret?: string): Promise<void> {
  const entries = files.map(({ path, size, sha256 }) => ({ path, size, sha256 }));
  if (secret) entries.splice(1, 0, describeText(SECRET, secret));
  const manifest: Manifest = { format: FORMAT, createdAt: new Date().toISOString(), entries };
  const [database, ...contents] = files;
  await addText(archive, MANIFEST, JSON.stringify(manifest, null, 1));
  await addFile(archive, database!);
  if (secret) await addText(archive, SECRET, secret);
  for (const content of contents) await addFile(archive, content);
  archive.finalize();
}

function describeText(path: string, text: string): ManifestEntry {
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { path, size: Buffer.byteLength(text), sha256 };
}

function addText(archive: Pack, name: string, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    archive.entry({ name, mode: 0o600 }, text, (error) => (error ? reject(error) : resolve()));
  });
}

/** Checks the bytes again on their way. */
async function addFile(archive: Pack, { path, source, size, sha256 }: SourceFile): Promise<void> {
  const hash = createHash('sha256');
  const entry = archive.entry({ name: path, mode: 0o600, size });
  const chunks = function* () {
    for (const chunk of readChunks(source)) {
      hash.update(chunk);
      // The stream keeps the chunk, which the next read overwrites.
      yield Buffer.from(chunk);
    }
  };
  await pipeline(chunks, entry);
  if (hash.digest('hex') !== sha256) throw new Error(`${source} has changed or is damaged`);
}

/** Gives the finished archive its name, unless another file got it in the meantime. */
function giveName(unfinished: string, file: string): void {
  try {
    linkSync(unfinished, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new Error(`${file} exists already; choose another name`, { cause: error });
    // Some file systems have no links.
    renameSync(unfinished, file);
  }
  sync(dirname(file));
}

/** True for a tar file, by its first header. */
export function isArchive(file: string): boolean {
  const [start] = readChunks(file);
  return start?.subarray(257, 262).toString('latin1') === 'ustar';
}

/** Where unpacked parts are. */
export interface Unpacked {
  database: string;
  blobs: string;
  secret?: string;
  /** Contents of the archive, whether unpacked or not. */
  names: Set<string>;
}

/**
 * Unpacks an archive into an empty folder and checks every byte by the manifest; with
 * `onlyDatabase` contents are checked but not written. Throws if the file is damaged or not an archive of this
 * program. Nothing is written that the manifest does not list under one of the fixed names.
 */
export async function unpackArchive(
  file: string,
  folder: string,
  { onlyDatabase = false }: { onlyDatabase?: boolean } = {},
): Promise<Unpacked> {
  const blobs = join(folder, BLOBS);
  createFolder(blobs);
  const reading = readEntries(file, async (entry, listed) => {
    const isWritten = !onlyDatabase || listed.path === DATABASE;
    await unpackEntry(entry, listed, isWritten ? join(folder, listed.path) : undefined);
  });
  const paths = await reading.catch((error: NodeJS.ErrnoException) => {
    // The disk's fault, not the archive's.
    if (error.syscall) throw error;
    throw new Error(`${file} is damaged or no archive of this program: ${error.message}`, {
      cause: error,
    });
  });
  const names = paths.filter((path) => path.startsWith(`${BLOBS}/`));
  return {
    database: join(folder, DATABASE),
    blobs,
    secret: paths.includes(SECRET) ? join(folder, SECRET) : undefined,
    names: new Set(names.map((path) => path.slice(BLOBS.length + 1))),
  };
}

/** Calls `read` for each entry that the manifest lists. Returns the paths of all. */
async function readEntries(
  file: string,
  read: (entry: Entry, listed: ManifestEntry) => Promise<void>,
): Promise<string[]> {
  const extractor = extract();
  const reading = pipeline(createReadStream(file), extractor);
  // Its error also ends the loop.
  reading.catch(() => undefined);
  let expected: Map<string, ManifestEntry> | undefined;
  let paths: string[] = [];
  for await (const entry of extractor) {
    const { name, size = 0, type } = entry.header;
    if (type !== 'file') throw new Error(`it contains ${quote(name)}, which is not a file`);
    if (!expected) {
      expected = await readManifest(entry, fileSize(file));
      paths = [...expected.keys()];
      continue;
    }
    const listed = expected.get(name);
    if (!listed) throw new Error(`it contains ${quote(name)}, which its manifest does not list`);
    if (listed.size !== size) throw new Error(`${quote(name)} has the wrong size`);
    expected.delete(name);
    await read(entry, listed);
  }
  await reading;
  if (!expected) throw new Error('it is empty');
  const [missing] = expected.keys();
  if (missing) throw new Error(`${quote(missing)} is missing`);
  return paths;
}

/** Names in an archive can be anything. */
function quote(name: string): string {
  return JSON.stringify(name.slice(0, 100));
}

async function readManifest(entry: Entry, bytes: number): Promise<Map<string, ManifestEntry>> {
  const { name, size = 0 } = entry.header;
  if (name !== MANIFEST) throw new Error('it does not begin with a manifest');
  if (size > Math.min(MAX_MANIFEST_BYTES, bytes)) throw new Error('its manifest is too large');
  const chunks: Buffer[] = [];
  for await (const chunk of entry) chunks.push(chunk as Buffer);
  const { entries } = parseManifest(Buffer.concat(chunks).toString('utf8'));
  const listed = new Map(entries.map((one) => [one.path, one]));
  if (listed.size < entries.length) throw new Error('its manifest lists a file twice');
  if (!listed.has(DATABASE)) throw new Error('it has no database');
  for (const { path, sha256 } of entries)
    if (path.startsWith(BLOBS) && path !== `${BLOBS}/${sha256}`)
      throw new Error('its manifest names a file by another hash');
  if ((listed.get(SECRET)?.size ?? 0) > MAX_SECRET_BYTES)
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

/** Checks an entry, and writes it where `path` is given. */
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
  if (hash.digest('hex') !== listed.sha256) throw new Error(`${quote(listed.path)} is damaged`);
}

/** The secret beside a database, without SESSION_SECRET. */
export function readSecretFile(database: string): string | undefined {
  const file = `${database}.secret`;
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}
