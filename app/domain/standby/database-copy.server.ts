import { basename, dirname, join } from 'node:path';
import { getModifiedTime, readFileIfExists } from './file-system.server';
import { readStandbyOwner } from './owner.server';
import type { StandbyPaths } from './paths.server';

/** Litestream copies a write within 0.4 s; a long transaction or a slow disk takes longer. */
const MAX_COPY_DELAY_MS = 5_000;

/** A file of the same clock is at most a tick older, or as much younger as its writing takes. */
const CLOCK_TICK_MS = 50;
const CLOCK_TOLERANCE_MS = 2_000;

interface DatabaseCopyState {
  generation?: string;
  /** Last write of the database and last change of its copy, in ms since 1970. */
  writtenAt?: number;
  copiedAt?: number;
  problem?: string;
}

/** Reports a write as a problem only after the time that Litestream needs to copy it. */
export class DatabaseCopyMonitor {
  readonly #paths: StandbyPaths;
  readonly #database: string;
  /** Start and copy of the current problem; a newer copy shows that Litestream is at work. */
  #pending?: { since: number; copiedAt?: number };

  constructor(paths: StandbyPaths, database: string) {
    this.#paths = paths;
    this.#database = database;
  }

  async read(): Promise<DatabaseCopyState & { isPending: boolean }> {
    const state = await readDatabaseCopyState(this.#paths, this.#database);
    const { problem, copiedAt } = state;
    const now = performance.now();
    if (!problem) this.#pending = undefined;
    else if (!this.#pending || this.#pending.copiedAt !== copiedAt)
      this.#pending = { since: now, copiedAt };
    const isPending = this.#pending !== undefined && now - this.#pending.since < MAX_COPY_DELAY_MS;
    return { ...state, problem: isPending ? undefined : problem, isPending };
  }
}

async function readDatabaseCopyState(
  paths: StandbyPaths,
  database: string,
): Promise<DatabaseCopyState> {
  const writtenAt = (await getModifiedTime(`${database}-wal`)) ?? (await getModifiedTime(database));
  const generation = await readGeneration(database);
  if (!generation)
    return { writtenAt, problem: 'Litestream has not run: the database has no copy.' };
  const copies = join(paths.database, 'generations', generation);
  const times = [
    await getModifiedTime(join(copies, 'wal')),
    await getModifiedTime(join(copies, 'snapshots')),
  ];
  const changedAt = Math.max(...times.map((time) => time ?? 0));
  if (!changedAt) return { generation, writtenAt, ...(await describeMissingCopy(paths, database)) };
  const copiedAt = changedAt - (await measureClockDifference(paths));
  const isBehind = writtenAt !== undefined && writtenAt > copiedAt;
  const problem = isBehind ? describeLag(copiedAt) : undefined;
  return { generation, writtenAt, copiedAt, problem };
}

/** Returns by how many ms the clock of a network disk is ahead, from the server's own heartbeat. */
async function measureClockDifference(paths: StandbyPaths): Promise<number> {
  const owner = await readStandbyOwner(paths).catch(() => undefined);
  const modifiedAt = await getModifiedTime(paths.owner);
  if (!owner || modifiedAt === undefined) return 0;
  const ahead = modifiedAt - owner.at;
  const isSameClock = ahead > -CLOCK_TICK_MS && ahead < CLOCK_TOLERANCE_MS;
  return isSameClock ? 0 : ahead - CLOCK_TOLERANCE_MS;
}

function describeLag(copiedAt: number): string {
  return `The copy of the database is of ${new Date(copiedAt).toISOString()}, and a change since is not in it: is Litestream running?`;
}

export function getLitestreamFolder(database: string): string {
  return join(dirname(database), `.${basename(database)}-litestream`);
}

async function readGeneration(database: string): Promise<string | undefined> {
  const name = await readFileIfExists(join(getLitestreamFolder(database), 'generation'));
  return /^[\da-f]{16}$/.exec(name?.trim() ?? '')?.[0];
}

/** Reports nothing if Litestream copies elsewhere: then the folder never existed. */
async function describeMissingCopy(paths: StandbyPaths, database: string) {
  if ((await getModifiedTime(paths.database)) === undefined) return {};
  return {
    problem: `Litestream writes no copy of ${database} into ${paths.database}: is it running?`,
  };
}
