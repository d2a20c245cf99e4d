import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getContentsFolder, listContents } from '#db/contents';
import { DatabaseCopyMonitor } from './database-copy.server';
import { toStandbyError } from './error.server';
import { assertInUse } from './owner.server';
import { getStandbyPaths } from './paths.server';

const POLL_MS = 250;

/** The server copies a content within a second, a large one in several. */
const MAX_WAIT_MS = 10_000;

/**
 * Returns why a standby is not up to date; undefined if it is. Makes the server's checks from
 * another process, changes nothing, and waits a few seconds for what is being copied.
 */
export async function findStandbyProblem(
  folder: string,
  database: string,
): Promise<string | undefined> {
  const paths = getStandbyPaths(resolve(folder));
  const databaseCopy = new DatabaseCopyMonitor(paths, database);
  const started = performance.now();
  try {
    for (;;) {
      await assertInUse(paths, database);
      const { problem, isPending } = await databaseCopy.read();
      if (problem) return problem;
      const waiting = countMissing(getContentsFolder(database), paths.files);
      const isLate = performance.now() - started > MAX_WAIT_MS;
      if (waiting && isLate)
        return `${waiting} contents of attachments are not in ${paths.files}: is the server running? Its log says why.`;
      if (isLate || (!waiting && !isPending)) return undefined;
      await sleep(POLL_MS);
    }
  } catch (error) {
    return toStandbyError(error, paths.folder).message;
  }
}

function countMissing(source: string, copies: string): number {
  const copied = new Set(listContents(copies));
  return listContents(source).filter((name) => !copied.has(name)).length;
}
