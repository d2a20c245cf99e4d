import { join } from 'node:path';

/**
 * Lists the paths of a standby: Litestream writes the database, the server the rest, and `npm run
 * recover` reads both.
 */
export function getStandbyPaths(folder: string) {
  return {
    folder,
    /** `deploy/litestream.yml` also names this folder. */
    database: join(folder, 'database'),
    files: join(folder, 'files'),
    removed: join(folder, 'removed'),
    secret: join(folder, 'secret'),
    owner: join(folder, 'owner.json'),
  };
}

export type StandbyPaths = ReturnType<typeof getStandbyPaths>;
