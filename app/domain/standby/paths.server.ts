import { join } from 'node:path';

/**
 * The folder of a standby: Litestream writes the database's copy into it, the server everything
 * else, and `npm run recover` reads it on another machine.
 */
export function getStandbyPaths(folder: string) {
  return {
    folder,
    /** Litestream's copy of the database; `deploy/litestream.yml` names it, too. */
    database: join(folder, 'database'),
    /** Contents of files, named by their SHA-256. */
    files: join(folder, 'files'),
    /** Contents that nothing mentions any longer, kept for some more days. */
    removed: join(folder, 'removed'),
    secret: join(folder, 'secret'),
    owner: join(folder, 'owner.json'),
  };
}

export type StandbyPaths = ReturnType<typeof getStandbyPaths>;
