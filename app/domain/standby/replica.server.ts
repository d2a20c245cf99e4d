import { basename, dirname, join } from 'node:path';
import { getModifiedTime, readFileIfExists } from './file-system.server';
import { type StandbyPaths } from './paths.server';

/** How far Litestream's copy of the database is behind the database. */

/** In ms; clocks of a disk in the network may differ by as much. */
const MAX_LAG_MS = 60_000;

export interface ReplicaState {
  /** Litestream's name for its current series of copies. */
  generation?: string;
  /** The last write of the database, and of its copy, in ms since 1970. */
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

/** Litestream keeps its own files beside the database. */
export function getLitestreamFolder(database: string): string {
  return join(dirname(database), `.${basename(database)}-litestream`);
}

async function readGeneration(database: string): Promise<string | undefined> {
  const name = await readFileIfExists(join(getLitestreamFolder(database), 'generation'));
  return /^[\da-f]{16}$/.exec(name?.trim() ?? '')?.[0];
}

/** Where another configuration sends the copies elsewhere, the folder never had any. */
async function describeMissingCopy(paths: StandbyPaths, database: string) {
  if ((await getModifiedTime(paths.database)) === undefined) return {};
  return {
    problem: `Litestream writes no copy of ${database} into ${paths.database}: is it running?`,
  };
}
