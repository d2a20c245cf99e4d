import { closeSync, existsSync, rmSync, statfsSync, statSync, utimesSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { getContentsFolder, listContents } from '#db/contents';
import { createFile, createFolder } from '#db/create-files';
import { DAY_MS } from '~/domain/date/calendar-day';
import type * as contentTasks from '~/jobs/threads/contents.js';

const MONTH_MS = 30 * DAY_MS;

const TASKS_PATH = fileURLToPath(
  new URL(
    import.meta.env.PROD ? './contents.js' : '../../jobs/threads/contents.js',
    import.meta.url,
  ),
);

type ThreadPool = ReturnType<typeof createThreadPool>;

export function createThreadPool() {
  // Uses more threads than cores, as half of them wait for the disk: 14 s for 5 GB instead of 16 to
  // 20 on two busy cores.
  const count = Math.min(8, 2 * availableParallelism());
  return new Piscina({ filename: TASKS_PATH, minThreads: 0, maxThreads: count });
}

export class ContentRecovery {
  readonly #threads: ThreadPool;
  readonly #target: string;
  readonly #prepared: string;
  readonly #recovered = new Set<string>();
  #isClonable = false;

  constructor(threads: ThreadPool, database: string, workspace: string) {
    this.#threads = threads;
    this.#target = getContentsFolder(database);
    this.#prepared = join(workspace, 'files');
    createFolder(this.#prepared);
  }

  isRecovered(sha256: string): boolean {
    return this.#recovered.has(sha256);
  }

  assertDiskSpace(from: string): void {
    const needed = listContents(from)
      .filter((name) => !existsSync(join(this.#target, name)))
      .reduce((sum, name) => sum + statSync(join(from, name)).size, 0);
    const { bavail, bsize } = statfsSync(this.#prepared);
    if (needed > bavail * bsize)
      throw new Error(
        `the files need ${formatGigabytes(needed)}, and ${dirname(this.#target)} has ${formatGigabytes(bavail * bsize)} left`,
      );
  }

  async recoverAll(from: string): Promise<void> {
    const names = listContents(from);
    const [first] = names;
    if (!first) return;
    const probe = { source: join(from, first), target: join(this.#prepared, 'probe') };
    this.#isClonable = (await this.#threads.run(probe, { name: 'canCloneFiles' })) as boolean;
    await Promise.all(names.map((name) => this.#recover(name, from)));
  }

  async recoverRemoved(from: string, referenced: Iterable<string>): Promise<void> {
    const removed = new Set(listContents(from));
    const wanted = [...referenced].filter((name) => removed.has(name) && !this.isRecovered(name));
    await Promise.all(wanted.map((name) => this.#recover(name, from)));
  }

  async #recover(sha256: string, from: string): Promise<void> {
    const present = join(this.#target, sha256);
    if (existsSync(present) && (await this.#copy({ source: present, sha256 }))) {
      this.#recovered.add(sha256);
      return;
    }
    const target = join(this.#prepared, sha256);
    closeSync(createFile(target));
    const job = { source: join(from, sha256), target, sha256, isClonable: this.#isClonable };
    if (await this.#copy(job)) this.#recovered.add(sha256);
    else rmSync(target);
  }

  async #copy(job: Parameters<typeof contentTasks.copyContent>[0]): Promise<boolean> {
    try {
      return (await this.#threads.run(job, { name: 'copyContent' })) as boolean;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // An unreadable disk counts as a damaged file; a full one does not.
      if (code === 'EIO' || code === 'ENOENT') return false;
      throw error;
    }
  }

  /** Keeps contents of the previous database for 30 days, in case it is restored. */
  retainPreviousContents(references: Map<string, unknown>, now: Date): void {
    const later = new Date(now.getTime() + MONTH_MS);
    for (const name of listContents(this.#target))
      if (!references.has(name) && !this.isRecovered(name))
        utimesSync(join(this.#target, name), now, later);
  }
}

function formatGigabytes(bytes: number): string {
  return `${(bytes / 1e9).toLocaleString('en', { maximumFractionDigits: 1 })} GB`;
}
