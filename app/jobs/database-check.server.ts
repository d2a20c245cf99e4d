import { getDatabasePath } from '#db/client';
import { env } from '~/env.server';
import { runDatabaseCheck } from '~/jobs/threads/pool.server';
import { logError } from '~/log.server';

interface DatabaseCheck {
  at: Date;
  problem?: string;
}
let lastCheck: DatabaseCheck | undefined;

/** What the check since the start of the server has found; undefined while it runs. */
export const getDatabaseCheck = () => lastCheck;

/**
 * Reads the whole database for damage, in a worker: it takes seconds, and the server answers
 * meanwhile. What is found is logged and on the System page; the server goes on with what is sound.
 */
export async function checkDatabase(): Promise<void> {
  const path = getDatabasePath(env.DATABASE_URL);
  const problem = await runDatabaseCheck('checkDatabase', { path });
  lastCheck = { at: new Date(), problem };
  if (problem)
    logError(new Error(`${path} is damaged (${problem}). Restore a backup: npm run restore FILE`));
}
