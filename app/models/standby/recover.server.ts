import { randomUUID } from 'node:crypto';
import { execFile } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import SQLite from 'better-sqlite3';
import { Piscina } from 'piscina';
import { stamp } from '#db/backup';
import { blobFolder, listBlobs } from '#db/blobs';
import { lockDatabase } from '#db/lock';
import { createFile, createFolder, giveToOwner, writeNewFile } from '#db/owner';
import { checkOurs, claim, endSessions, removeLogs } from '#db/restore';
import type * as contentTasks from '~/threads/contents.js';
import { standbyPaths, type StandbyPaths } from './folder.server';
import {
  type Generation,
  type Litestream,
  openLitestream,
  type ReplicaSource,
  stopLitestream,
} from './litestream.server';
import { installationPath, type Owner, readOwner } from './owner.server';
import { litestreamFolder } from './replica.server';

/**
 * Brings a lost server back from its standby. All is prepared in a folder of its own beside the
 * database and checked; then the files take their places, and the database last.
 */

const SECRET_LENGTH = 32;
/** In ms: later writes that the server knew of are lost. */
const TOLERANCE_MS = 5_000;
const SECOND = 1_000;
const MONTH_MS = 30 * 86_400_000;
const TASKS = fileURLToPath(
  new URL(import.meta.env.PROD ? './contents.js' : '../../threads/contents.js', import.meta.url),
);

interface RecoverOptions {
  /** The standby's folder, or the address of Litestream's copies. */
  source: string;
  database: string;
  /** The standby's folder, where `source` is an address. */
  files?: string;
  at?: Date;
  generation?: string;
  replace?: boolean;
}

/** A mention of a content, where people see it. */
interface MissingFile {
  deal: string;
  file: string;
}

export interface Recovery {
  /** The moment up to which the database goes. */
  upTo: Date;
  /** The last change in its history. */
  changedAt?: Date;
  deals: number;
  files: number;
  bytes: number;
  missing: MissingFile[];
  /** The last write that the lost server knew of, where it is not in the database. */
  lostUntil?: Date;
  hasSecret: boolean;
  /** Paths of what was there before. */
  kept: string[];
  /** Other series of copies with later changes. */
  others: Generation[];
}

/**
 * Recovers database, files and session secret. Throws, and changes nothing, if there is a database
 * already and it is not to be replaced, or where the standby has none that is sound.
 */
export async function recover(options: RecoverOptions, now = new Date()): Promise<Recovery> {
  const { database } = options;
  const { replica, paths } = locateSource(options);
  refuseExisting(options);
  const unlock = lockDatabase(database, 'exclusive');
  const workspace = workspaceOf(database);
  const threads = startThreads();
  try {
    refuseExisting(options);
    if (existsSync(database)) claim(database);
    rmSync(workspace, { recursive: true, force: true });
    createFolder(workspace);
    const litestream = await openLitestream(replica, workspace, writeNewFile);
    const owner = paths && (await readOwner(paths));
    const generations = await listGenerations(litestream, options);
    const generation = chooseGeneration(generations, owner, options);
    const contents = new ContentRecovery(threads, database, workspace);
    if (paths) contents.checkSpace(paths.files);
    await Promise.all([
      restoreDatabase(litestream, generation, join(workspace, 'recovered.db'), options.at),
      paths && contents.recoverAll(paths.files),
    ]);
    const mentions = readMentions(join(workspace, 'recovered.db'));
    if (paths) await contents.recoverRemoved(paths.removed, mentions.keys());
    const described = describeRecovered(join(workspace, 'recovered.db'), contents, mentions);
    const hasSecret = prepareSecret(paths, workspace);
    prepareInstallation(database, workspace, owner);
    await flushAll(workspace);
    const kept = putInPlace(database, workspace, now);
    contents.keepFormer(mentions, now);
    return {
      ...described,
      upTo: options.at && options.at < generation.end ? options.at : generation.end,
      lostUntil: options.at ? undefined : findLoss(generation, owner),
      hasSecret,
      kept,
      others: generations.filter(
        ({ name, end }) => name !== generation.name && end > generation.end,
      ),
    };
  } finally {
    stopLitestream();
    await threads.destroy();
    rmSync(workspace, { recursive: true, force: true });
    unlock();
  }
}

function locateSource({ source, files }: RecoverOptions): {
  replica: ReplicaSource;
  paths?: StandbyPaths;
} {
  const isAddress = /^[a-z\d]+:\/\//i.test(source) && !source.startsWith('file://');
  if (isAddress)
    return { replica: { url: source }, paths: files ? existingPaths(files) : undefined };
  if (files) throw new Error('--files is for the address of a copy: a folder has the files in it');
  const paths = existingPaths(source.startsWith('file://') ? fileURLToPath(source) : source);
  if (!existsSync(join(paths.database, 'generations')))
    throw new Error(`${paths.folder} has no copy of a database (${paths.database})`);
  return { replica: { path: paths.database }, paths };
}

function existingPaths(folder: string): StandbyPaths {
  const paths = standbyPaths(resolve(folder));
  if (existsSync(paths.folder)) return paths;
  throw new Error(`${paths.folder} does not exist`);
}

function refuseExisting({ database, replace }: RecoverOptions): void {
  if (existsSync(database) && !replace)
    throw new Error(
      `${database} is there already. With --replace it is kept beside the recovered one; nothing was changed`,
    );
}

async function listGenerations(
  litestream: Litestream,
  { source }: RecoverOptions,
): Promise<Generation[]> {
  const generations = await litestream.listGenerations();
  if (generations.length) return generations;
  throw new Error(`${source} has no copy of a database`);
}

/**
 * Chooses the series of copies that the standby's owner has named; one that another server began
 * there may be newer and hold nothing. Throws where only a person can decide.
 */
function chooseGeneration(
  generations: Generation[],
  owner: Owner | undefined,
  { at, generation: wanted }: Pick<RecoverOptions, 'at' | 'generation'>,
): Generation {
  if (wanted !== undefined) {
    const found = generations.find(({ name }) => name === wanted);
    if (found) return found;
    throw new Error(`there is no series of copies called ${wanted}. ${listed(generations)}`);
  }
  const begun = generations.filter(({ start }) => !at || start <= at);
  const [latest] = begun.toSorted((left, right) => right.end.getTime() - left.end.getTime());
  if (!latest) throw new Error(`the copies begin later. ${listed(generations)}`);
  const named = begun.find(({ name }) => name === owner?.generation);
  const isSure = named
    ? at !== undefined || named === latest || !findLoss(named, owner)
    : begun.length === 1 || isContinuation(latest, begun, owner);
  if (isSure) return named ?? latest;
  throw new Error(
    `several series of copies may be meant; choose one with --generation. ${listed(generations)}`,
  );
}

/** Whether a series begins after all others, while the owner was there to begin it. */
function isContinuation(
  latest: Generation,
  generations: Generation[],
  owner: Owner | undefined,
): boolean {
  const isOwners = !owner || latest.start.getTime() <= owner.at + TOLERANCE_MS;
  return isOwners && !generations.some((other) => other !== latest && other.end > latest.start);
}

function listed(generations: Generation[]): string {
  const lines = generations.map(
    ({ name, start, end }) => `${name} (${start.toISOString()} to ${end.toISOString()})`,
  );
  return `There is ${lines.join(', ')}`;
}

/** The last write that the server knew of, if it is not among the copies. */
function findLoss({ end }: Generation, owner: Owner | undefined): Date | undefined {
  const writtenAt = owner?.writtenAt ?? 0;
  // `end` is cut to the second.
  return writtenAt - end.getTime() - SECOND > TOLERANCE_MS ? new Date(writtenAt) : undefined;
}

async function restoreDatabase(
  litestream: Litestream,
  { name, end }: Generation,
  output: string,
  at: Date | undefined,
): Promise<void> {
  // Litestream knows no moment after its last copy.
  const isLater = at && at.getTime() >= end.getTime() + SECOND;
  await litestream.restore(output, name, isLater ? undefined : at).catch((error: Error) => {
    if (!at || !error.message.includes('no matching backups')) throw error;
    return litestream.restore(output, name);
  });
  checkOurs(output);
  // Sessions that ended since then would be back.
  if (at) endSessions(output);
  removeLogs(output);
  const handle = openSync(output, 'r');
  giveToOwner(handle);
  fchmodSync(handle, 0o600);
  closeSync(handle);
}

type Threads = ReturnType<typeof startThreads>;

function startThreads() {
  // More than cores, as half of them wait for the disk: 14 s for 5 GB instead of 16 to 20 on two busy cores.
  const count = Math.min(8, 2 * availableParallelism());
  return new Piscina({ filename: TASKS, minThreads: 0, maxThreads: count });
}

class ContentRecovery {
  readonly #threads: Threads;
  readonly #target: string;
  readonly #prepared: string;
  /** Contents whose bytes are right, in the workspace or in their place. */
  readonly #sound = new Set<string>();
  #isClonable = false;

  constructor(threads: Threads, database: string, workspace: string) {
    this.#threads = threads;
    this.#target = blobFolder(database);
    this.#prepared = join(workspace, 'files');
    createFolder(this.#prepared);
  }

  has(sha256: string): boolean {
    return this.#sound.has(sha256);
  }

  checkSpace(from: string): void {
    const needed = listBlobs(from)
      .filter((name) => !existsSync(join(this.#target, name)))
      .reduce((all, name) => all + statSync(join(from, name)).size, 0);
    const { bavail, bsize } = statfsSync(this.#prepared);
    if (needed > bavail * bsize)
      throw new Error(
        `the files need ${gigabytes(needed)}, and ${dirname(this.#target)} has ${gigabytes(bavail * bsize)} left`,
      );
  }

  async recoverAll(from: string): Promise<void> {
    const names = listBlobs(from);
    const [first] = names;
    if (!first) return;
    const probe = { source: join(from, first), target: join(this.#prepared, 'probe') };
    this.#isClonable = (await this.#threads.run(probe, { name: 'canClone' })) as boolean;
    await Promise.all(names.map((name) => this.#recover(name, from)));
  }

  /** Brings back what only an earlier moment of the database mentions. */
  async recoverRemoved(from: string, mentioned: Iterable<string>): Promise<void> {
    const there = new Set(listBlobs(from));
    const wanted = [...mentioned].filter((name) => there.has(name) && !this.has(name));
    await Promise.all(wanted.map((name) => this.#recover(name, from)));
  }

  /** A content in its place stays there if it is sound. */
  async #recover(sha256: string, from: string): Promise<void> {
    const present = join(this.#target, sha256);
    if (existsSync(present) && (await this.#copy({ source: present, sha256 })))
      return void this.#sound.add(sha256);
    const target = join(this.#prepared, sha256);
    closeSync(createFile(target));
    const job = { source: join(from, sha256), target, sha256, isClonable: this.#isClonable };
    if (await this.#copy(job)) this.#sound.add(sha256);
    else rmSync(target);
  }

  async #copy(job: Parameters<typeof contentTasks.copyContent>[0]): Promise<boolean> {
    try {
      return (await this.#threads.run(job, { name: 'copyContent' })) as boolean;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // A disk that cannot be read there is the same as a damaged file; one that is full is not.
      if (code === 'EIO' || code === 'ENOENT') return false;
      throw error;
    }
  }

  /** Contents of the database before stay for 30 days, in case it is brought back. */
  keepFormer(mentions: Map<string, unknown>, now: Date): void {
    const later = new Date(now.getTime() + MONTH_MS);
    for (const name of listBlobs(this.#target))
      if (!mentions.has(name) && !this.has(name)) utimesSync(join(this.#target, name), now, later);
  }
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toLocaleString('en', { maximumFractionDigits: 1 })} GB`;
}

interface Mention extends MissingFile {
  size: number;
}

const MENTIONS = `
  select sha256, files.name file, size, company_name deal
    from files join pipelines on pipelines.id = files.pipeline_id
  union all
  select value ->> '$.row.sha256', value ->> '$.row.name', value ->> '$.row.size', trash.name || ' (in the trash)'
    from trash, json_each(trash.rows, '$.others')
    where instr(trash.rows, '"table":"files"') and value ->> '$.table' = 'files'`;

/** Returns what mentions each content; nothing before there were files. */
function readMentions(database: string): Map<string, Mention[]> {
  return reading(database, (connection) => {
    const mentions = new Map<string, Mention[]>();
    const isThere = connection.prepare("select 1 from sqlite_master where name = 'files'").get();
    if (!isThere) return mentions;
    for (const row of connection.prepare(MENTIONS).iterate() as Iterable<
      Mention & { sha256: string }
    >) {
      const { sha256, ...mention } = row;
      mentions.set(sha256, [...(mentions.get(sha256) ?? []), mention]);
    }
    return mentions;
  });
}

function reading<T>(database: string, read: (connection: SQLite.Database) => T): T {
  const connection = new SQLite(database, { readonly: true, fileMustExist: true });
  try {
    return read(connection);
  } finally {
    connection.close();
  }
}

/** Returns whether the standby has a secret that the server would take. */
function prepareSecret(paths: StandbyPaths | undefined, workspace: string): boolean {
  if (!paths || !existsSync(paths.secret)) return false;
  const secret = readFileSync(paths.secret, 'utf8').trim();
  if (secret.length < SECRET_LENGTH) return false;
  writeNewFile(join(workspace, 'secret'), secret);
  return true;
}

/** Gives the installation an id, and the right to follow the standby's owner once that is silent. */
function prepareInstallation(database: string, workspace: string, owner: Owner | undefined): void {
  if (existsSync(installationPath(database))) return;
  const installation = { id: randomUUID(), recoveredFrom: owner?.id };
  writeNewFile(join(workspace, 'standby'), JSON.stringify(installation));
}

/** Flushes everything to the disk at once: one file after the other takes minutes for 10,000. */
async function flushAll(folder: string): Promise<void> {
  try {
    await promisify(execFile)('sync', ['-f', folder]);
  } catch {
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    for (const path of ['', ...paths].map((name) => join(folder, name))) flushPath(path);
  }
}

function flushPath(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** Moves everything to its place, the database last. Returns where the former database and secret are. */
function putInPlace(database: string, workspace: string, now: Date): string[] {
  const target = blobFolder(database);
  createFolder(target);
  const prepared = join(workspace, 'files');
  for (const name of listBlobs(prepared)) renameSync(join(prepared, name), join(target, name));
  const suffix = `.before-recover-${stamp(now)}`;
  const kept = [
    ...place(join(workspace, 'secret'), `${database}.secret`, suffix),
    ...place(join(workspace, 'standby'), installationPath(database), suffix),
  ];
  // Litestream would go on with copies of the former database.
  rmSync(litestreamFolder(database), { recursive: true, force: true });
  // A log that a damaged database has left would be played into the recovered one.
  for (const log of ['-wal', '-shm', '-journal'])
    if (existsSync(database + log)) renameSync(database + log, database + suffix + log);
  kept.push(...place(join(workspace, 'recovered.db'), database, suffix));
  for (const folder of [target, dirname(database)]) flushPath(folder);
  return kept;
}

/** At any moment the name is that of a whole file. */
function place(prepared: string, path: string, suffix: string): string[] {
  if (!existsSync(prepared)) return [];
  const isSame =
    existsSync(path) &&
    statSync(path).size < 1024 &&
    readFileSync(path).equals(readFileSync(prepared));
  if (isSame) return [];
  const kept = existsSync(path) ? [path + suffix] : [];
  for (const former of kept) linkSync(path, former);
  renameSync(prepared, path);
  return kept;
}

function describeRecovered(
  database: string,
  contents: ContentRecovery,
  mentions: Map<string, Mention[]>,
) {
  const found = [...mentions].filter(([sha256]) => contents.has(sha256));
  const lost = [...mentions].filter(([sha256]) => !contents.has(sha256));
  const counted = reading(database, (connection) => ({
    deals: connection.prepare('select count(*) from pipelines').pluck().get() as number,
    changedAt: connection.prepare('select max(at) from changes').pluck().get() as number | null,
  }));
  return {
    deals: counted.deals,
    changedAt: counted.changedAt === null ? undefined : new Date(counted.changedAt),
    files: found.length,
    bytes: found.reduce((all, [, [first]]) => all + Number(first?.size), 0),
    missing: lost.flatMap(([, mentioned]) => mentioned.map(({ deal, file }) => ({ deal, file }))),
  };
}

/** Where a recovery prepares its files; nothing of it is left afterwards. */
function workspaceOf(database: string): string {
  return `${database}.recovering`;
}

/** Removes what has been prepared, when the process is about to end. */
export function abandonRecovery(database: string): void {
  stopLitestream();
  rmSync(workspaceOf(database), { recursive: true, force: true, maxRetries: 3 });
}
