import { basename, dirname, join } from 'node:path';
import { getModifiedTime, readFileIfExists } from './file-system.server';
import { type StandbyPaths } from './paths.server';

/** Network disks may have clocks that differ by as much. */
const MAX_LAG_MS = 60_000;

export interface ReplicaState {
  /** Litestream's name for the current series of copies. */
  generation?: string;
  /** Last writes of the database and its copy, in ms since 1970. */
  writtenAt?: number;
  copiedAt?: number;
  problem?: string;
}

export async function readReplicaState(
  paths: StandbyPaths,
  database: string,
): Promise<ReplicaState> {
  const writtenAt = (await getModifiedTime(`${database}-wal`)) ?? (await getModifiedTime(database));
  const generation = await readGeneration(database);
  if (!generation)
    return { writtenAt, problem: 'Litestream has not run: the database has no copy.' };
  const copies = join(paths.database, 'generations', generation);
  const times = [
    await getModifiedTime(join(copies, 'wal')),
    await getModifiedTime(join(copies, 'snapshots')),
  ];
  const copiedAt = Math.max(...times.map((time) => time ?? 0));
  if (!copiedAt) return { generation, writtenAt, ...(await describeMissingCopy(paths, database)) };
  const isBehind = writtenAt !== undefined && writtenAt - copiedAt > MAX_LAG_MS;
  const problem = isBehind ? describeLag(copiedAt) : undefined;
  return { generation, writtenAt, copiedAt, problem };
}

function describeLag(copiedAt: number): string {
  return `The copy of the database is of ${new Date(copiedAt).toISOString()}: is Litestream running?`;
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
