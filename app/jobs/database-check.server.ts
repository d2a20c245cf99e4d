import { getDatabasePath } from '#db/client';
import { env } from '~/env.server';
import { runDatabaseCheck } from '~/jobs/threads/pool.server';
import { logError } from '~/log.server';

interface DatabaseCheck {
  at: Date;
  problem?: string;
}
let lastCheck: DatabaseCheck | undefined;

export const getDatabaseCheck = () => lastCheck;

/**
 * Checks the whole database for damage in a worker, which takes seconds. Damage is logged and shown
 * on the System page; the server keeps running.
 */
export async function checkDatabase(): Promise<void> {
  const path = getDatabasePath(env.DATABASE_URL);
  const problem = await runDatabaseCheck('checkDatabase', { path });
  lastCheck = { at: new Date(), problem };
  if (problem)
    logError(new Error(`${path} is damaged (${problem}). Restore a backup: npm run restore FILE`));
}
