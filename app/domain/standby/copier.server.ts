import { rename, rm, stat, statfs, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getContentsFolder } from '#db/contents';
import { copyToNewFileAsync } from '#db/create-files';
import { findFileSize, iterateContents, removeUnfinished } from './content-folder.server';
import { DatabaseCopyMonitor } from './database-copy.server';
import { toStandbyError } from './error.server';
import {
  ensureFolder,
  flushToDisk,
  getModifiedTime,
  readFileIfExists,
  replaceFile,
  UNFINISHED_SUFFIX,
} from './file-system.server';
import { FolderOwnership } from './owner.server';
import { getStandbyPaths, type StandbyPaths } from './paths.server';

/**
 * Copies contents and the session secret asynchronously, one step at a time, so that a slow or
 * missing disk delays nobody.
 */

const POLL_MS = 100;

const OWNERSHIP_CHECK_INTERVAL_MS = 1_000;

/** Doubles with each failure in a row. */
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;

const COMPARE_INTERVAL_MS = 24 * 3_600_000;

/** A change within the clock's last tick could be followed by another with the same time. */
const CLOCK_TICK_MS = 100;

/** Exceeds the 60 hours to which the database can be restored. */
const REMOVED_RETENTION_MS = 7 * 24 * 3_600_000;

/** With more copies waiting, requests get the disk for as long as each copy takes. */
const MAX_UNPACED_COPIES = 50;

const MAX_FAILURES = 3;

/** Leaves one of Node's four file threads to requests. */
const MAX_CONCURRENT_COPIES = 3;

const GIGABYTE_BYTES = 1024 ** 3;

export interface StandbyState {
  folder: string;
  syncedAt?: Date;
  waiting: number;
  problem?: string;
  outdatedSince?: Date;
}

interface CopierOptions {
  folder: string;
  database: string;
  secret: string;
  listReferenced: () => Promise<Set<string>>;
  onProblem: (error: Error) => void;
}

export class StandbyCopier {
  readonly #options: CopierOptions;
  readonly #paths: StandbyPaths;
  readonly #source: string;
  readonly #ownership: FolderOwnership;
  readonly #databaseCopy: DatabaseCopyMonitor;
  #databaseProblem?: string;
  #copied = new Set<string>();
  #waiting = new Set<string>();
  #comparedAt = -Infinity;
  #confirmedAt = -Infinity;
  /** Modification time of the data folder at the last full listing. */
  #seenAt?: number;
  #failures = 0;
  #state: StandbyState;
  readonly #stopping = new AbortController();
  readonly #finished: Promise<void>;

  constructor(options: CopierOptions) {
    this.#options = options;
    this.#paths = getStandbyPaths(options.folder);
    this.#source = getContentsFolder(options.database);
    this.#ownership = new FolderOwnership(this.#paths, options.database);
    this.#databaseCopy = new DatabaseCopyMonitor(this.#paths, options.database);
    this.#state = { folder: options.folder, waiting: 0 };
    this.#finished = this.#run();
  }

  get state(): StandbyState {
    return { ...this.#state, waiting: this.#waiting.size };
  }

  async stop(timeoutMs = 3_000): Promise<void> {
    this.#stopping.abort();
    await Promise.race([this.#finished, sleep(timeoutMs, undefined, { ref: false })]);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#runOnce();
      await sleep(this.#getDelayMs(), undefined, { signal, ref: false }).catch(() => undefined);
    }
    // Copies what was stored before the stop.
    await this.#runOnce();
  }

  async #runOnce(): Promise<void> {
    try {
      await this.synchronize();
      this.#failures = 0;
      this.#recordProblem(this.#databaseProblem);
    } catch (error) {
      this.#failures++;
      this.#recordProblem(toStandbyError(error, this.#paths.folder).message, error);
      // The folder may be a different one when it is back.
      this.#comparedAt = -Infinity;
      this.#confirmedAt = -Infinity;
      await this.findNewContents().catch(() => undefined);
    }
  }

  #getDelayMs(): number {
    if (!this.#failures) return POLL_MS;
    return Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (this.#failures - 1));
  }

  #recordProblem(problem: string | undefined, cause?: unknown): void {
    const { problem: previous, syncedAt, outdatedSince } = this.#state;
    if (problem && problem !== previous) this.#options.onProblem(new Error(problem, { cause }));
    this.#state = {
      ...this.#state,
      problem,
      syncedAt: problem ? syncedAt : new Date(),
      outdatedSince: problem ? (outdatedSince ?? new Date()) : undefined,
    };
  }

  async synchronize(): Promise<void> {
    await this.#confirmOwnership();
    const isComparisonDue = performance.now() - this.#comparedAt >= COMPARE_INTERVAL_MS;
    if (isComparisonDue) await this.#compare();
    await this.findNewContents();
    await this.#copyWaiting();
    if (isComparisonDue) await this.removeUnreferenced();
  }

  async #confirmOwnership(): Promise<void> {
    const now = performance.now();
    if (now - this.#confirmedAt < OWNERSHIP_CHECK_INTERVAL_MS) return;
    const { writtenAt, generation, problem } = await this.#databaseCopy.read();
    await this.#ownership.confirm({ writtenAt, generation, isOutdated: problem !== undefined });
    this.#databaseProblem = problem;
    this.#confirmedAt = now;
  }

  async #compare(): Promise<void> {
    const { files, removed } = this.#paths;
    for (const folder of [files, removed]) await ensureFolder(folder);
    await this.#copySecret();
    await removeUnfinished([files, this.#paths.folder]);
    const copied = new Set<string>();
    for await (const name of iterateContents(files))
      if (await this.#isComplete(name)) copied.add(name);
    this.#copied = copied;
    for (const name of copied) this.#waiting.delete(name);
    this.#seenAt = undefined;
    this.#comparedAt = performance.now();
  }

  async #copySecret(): Promise<void> {
    const { secret } = this.#options;
    if ((await readFileIfExists(this.#paths.secret)) !== secret)
      await replaceFile(this.#paths.secret, secret);
  }

  async #isComplete(name: string): Promise<boolean> {
    const size = await findFileSize(join(this.#source, name));
    return size === undefined || size === (await findFileSize(join(this.#paths.files, name)));
  }

  /** Lists names only if the folder changed: one stat is cheaper than 10,000 names. */
  async findNewContents(): Promise<void> {
    const changedAt = await getModifiedTime(this.#source);
    if (changedAt === undefined || changedAt === this.#seenAt) return;
    const isSettled = Math.abs(Date.now() - changedAt) > CLOCK_TICK_MS;
    for await (const name of iterateContents(this.#source))
      if (!this.#copied.has(name)) this.#waiting.add(name);
    this.#seenAt = isSettled ? changedAt : undefined;
  }

  /**
   * Copies a few at a time, since each copy waits for the disk. Gives up after several failures:
   * then the disk has failed.
   */
  async #copyWaiting(): Promise<void> {
    let failures = 0;
    let failure: unknown;
    const names = [...this.#waiting];
    while (names.length && failures < MAX_FAILURES) {
      const startedAt = performance.now();
      await this.#confirmOwnership();
      for (const result of await this.#copyBatch(names.splice(0, MAX_CONCURRENT_COPIES))) {
        if (result.status === 'fulfilled') continue;
        failure ??= result.reason;
        failures++;
      }
      if (this.#waiting.size > MAX_UNPACED_COPIES && !this.#stopping.signal.aborted)
        await sleep(performance.now() - startedAt, undefined, { ref: false });
    }
    if (failure) throw failure;
  }

  async #copyBatch(names: string[]) {
    const sizes = await Promise.all(names.map((name) => findFileSize(join(this.#source, name))));
    await this.#assertDiskSpace(sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0));
    const results = await Promise.allSettled(
      // A content without a size was removed meanwhile.
      names.map((name, n) => (sizes[n] === undefined ? undefined : this.#copy(name))),
    );
    await flushToDisk(this.#paths.files);
    for (const [n, name] of names.entries()) {
      if (results[n]?.status !== 'fulfilled') continue;
      this.#waiting.delete(name);
      if (sizes[n] !== undefined) this.#copied.add(name);
    }
    return results;
  }

  async #copy(name: string): Promise<void> {
    const target = join(this.#paths.files, name);
    const unfinished = `${target}.${process.pid}${UNFINISHED_SUFFIX}`;
    try {
      await copyToNewFileAsync(join(this.#source, name), unfinished);
      await rename(unfinished, target);
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  /** Leaves space for Litestream, and as much as uploads do on the database's own disk. */
  async #assertDiskSpace(bytes: number): Promise<void> {
    const { folder } = this.#paths;
    const [{ bavail, blocks, bsize }, data, standby] = await Promise.all([
      statfs(folder),
      stat(dirname(this.#options.database)),
      stat(folder),
    ]);
    const reserve =
      standby.dev === data.dev ? GIGABYTE_BYTES : Math.min(GIGABYTE_BYTES, (blocks * bsize) / 20);
    if (bavail * bsize - bytes < reserve)
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  }

  /** Sets unreferenced contents aside, and deletes them a week later. */
  async removeUnreferenced(): Promise<void> {
    const { files, removed } = this.#paths;
    const referenced = await this.#options.listReferenced();
    for (const name of this.#copied) {
      if (referenced.has(name) || (await findFileSize(join(this.#source, name))) !== undefined)
        continue;
      const now = new Date();
      await utimes(join(files, name), now, now);
      await rename(join(files, name), join(removed, name));
      this.#copied.delete(name);
    }
    for await (const name of iterateContents(removed)) {
      const removedAt = await getModifiedTime(join(removed, name));
      if (removedAt !== undefined && Date.now() - removedAt > REMOVED_RETENTION_MS)
        await rm(join(removed, name), { force: true });
    }
  }
}
