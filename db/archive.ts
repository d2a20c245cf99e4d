import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Pack, pack } from 'tar-stream';
import {
  ARCHIVE_FORMAT,
  CONTENTS_FOLDER_NAME,
  DATABASE_NAME,
  Manifest,
  MANIFEST_NAME,
  type ManifestEntry,
  SECRET_NAME,
} from './archive-manifest';
import { copySnapshot, flushToDisk } from './backup';
import {
  getContentsFolder,
  hashFile,
  isContentWhole,
  listAttachmentNames,
  listContents,
  readChunks,
  writeAll,
} from './contents';
import { createFile } from './create-files';
import { assertSpaceForFiles, getFileSize } from './disk';
import { withLock } from './lock';

interface ArchiveSource extends ManifestEntry {
  source: string;
}

export interface ArchiveOptions {
  secret?: string;
  contentsBackups: string;
}

export interface ArchiveResult {
  missing: string[];
  replaced: string[];
}

export async function writeArchive(
  database: string,
  file: string,
  options: ArchiveOptions,
): Promise<ArchiveResult> {
  if (!existsSync(database)) throw new Error(`${database} does not exist`);
  if (existsSync(file)) throw new Error(`${file} exists already; choose another name`);
  if (!existsSync(dirname(file))) throw new Error(`${dirname(file)} does not exist`);
  assertSpaceForFiles(dirname(file), countArchiveBytes(database));
  const snapshot = `${file}.database.unfinished`;
  const unfinished = `${file}.unfinished`;
  try {
    withLock(database, 'shared', () => copySnapshot(database, snapshot));
    const { sources, ...result } = findWholeContents(database, snapshot, options.contentsBackups);
    const first = { path: DATABASE_NAME, source: snapshot };
    const files = [describeFile(first), ...sources.map(describeContent)];
    rmSync(unfinished, { force: true });
    await packFiles(unfinished, files, options.secret);
    publishArchive(unfinished, file);
    return result;
  } finally {
    rmSync(snapshot, { force: true });
    rmSync(unfinished, { force: true });
  }
}

/** Counts the database twice: a snapshot stands beside the archive while it is written. */
function countArchiveBytes(database: string): number {
  const folder = getContentsFolder(database);
  const contents = listContents(folder).map((name) => getFileSize(join(folder, name)));
  return contents.reduce((sum, size) => sum + size, 2 * getFileSize(database));
}

interface ContentSource {
  name: string;
  folder: string;
}

function findWholeContents(database: string, snapshot: string, contentsBackups: string) {
  const folder = getContentsFolder(database);
  const attachmentNames = listAttachmentNames(snapshot);
  const sources: ContentSource[] = [];
  const missing: string[] = [];
  const replaced: string[] = [];
  for (const name of new Set([...attachmentNames.keys(), ...listContents(folder)])) {
    const fileName = attachmentNames.get(name);
    if (isContentWhole(name, folder)) sources.push({ name, folder });
    else if (isContentWhole(name, contentsBackups)) {
      sources.push({ name, folder: contentsBackups });
      replaced.push(fileName ?? name);
    } else if (fileName) missing.push(fileName);
  }
  return { sources, missing, replaced };
}

function describeFile({ path, source }: { path: string; source: string }): ArchiveSource {
  return { path, source, size: getFileSize(source), sha256: hashFile(source) };
}

function describeContent({ name, folder }: ContentSource): ArchiveSource {
  const source = join(folder, name);
  return {
    path: `${CONTENTS_FOLDER_NAME}/${name}`,
    source,
    size: getFileSize(source),
    sha256: name,
  };
}

async function packFiles(file: string, files: ArchiveSource[], secret?: string): Promise<void> {
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

async function addFiles(archive: Pack, files: ArchiveSource[], secret?: string): Promise<void> {
  const entries = files.map(({ path, size, sha256 }) => ({ path, size, sha256 }));
  if (secret) entries.splice(1, 0, describeText(SECRET_NAME, secret));
  const manifest: Manifest = {
    format: ARCHIVE_FORMAT,
    createdAt: new Date().toISOString(),
    entries,
  };
  const [database, ...contents] = files;
  await addText(archive, MANIFEST_NAME, JSON.stringify(manifest, null, 1));
  await addFile(archive, database!);
  if (secret) await addText(archive, SECRET_NAME, secret);
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

async function addFile(
  archive: Pack,
  { path, source, size, sha256 }: ArchiveSource,
): Promise<void> {
  const hash = createHash('sha256');
  const entry = archive.entry({ name: path, mode: 0o600, size });
  const generateChunks = function* () {
    for (const chunk of readChunks(source)) {
      hash.update(chunk);
      // The stream keeps the chunk, which the next read overwrites.
      yield Buffer.from(chunk);
    }
  };
  await pipeline(generateChunks, entry);
  if (hash.digest('hex') !== sha256) throw new Error(`${source} has changed or is damaged`);
}

function publishArchive(unfinished: string, file: string): void {
  try {
    linkSync(unfinished, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new Error(`${file} exists already; choose another name`, { cause: error });
    // Some file systems have no links.
    renameSync(unfinished, file);
  }
  flushToDisk(dirname(file));
}

export function readSecretFile(database: string): string | undefined {
  const file = `${database}.secret`;
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}
