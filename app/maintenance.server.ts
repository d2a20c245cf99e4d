import { logError } from '~/log.server';
import { checkDatabase } from './database-check.server';
import { deletionTime } from '~/models/history/clock.server';
import { purgeTrash } from '~/models/trash/delete.server';
import { sendsMail } from '~/models/mail/mail.server';
import { sweepFiles } from '~/models/file/store.server';
import { purgeImports } from '~/models/import/stage.server';
import { storeCompanyKeys } from '~/models/pipeline/duplicates.server';
import { sendDueReviews } from '~/screens/review/mail.server';
import { sendDueTasks } from '~/screens/tasks/mail.server';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * At the start completes the keys of companies; then and every hour purges the trash and old imports,
 * and every day what is left of files.
 */
export function scheduleMaintenance(): void {
  void checkDatabase().catch((error: unknown) => logError(error, 'The database was not checked'));
  void storeCompanyKeys()
    .catch((error: unknown) => logError(error, 'The keys of companies were not completed'))
    .then(purge);
  setInterval(purge, HOUR).unref();
  void sweep();
  setInterval(sweep, DAY).unref();
}

/** Empties the trash and deletes imports, of what is old enough. */
export async function purge(): Promise<void> {
  const run = (work: (now: Date) => Promise<unknown>, failure: string) =>
    deletionTime()
      .then(work)
      .catch((error: unknown) => logError(error, failure));
  await run(purgeTrash, 'The trash was not purged');
  await run(purgeImports, 'Old imports were not deleted');
}

async function sweep(): Promise<void> {
  await deletionTime()
    .then(sweepFiles)
    .catch((error: unknown) => logError(error, 'Unused files were not deleted'));
}

/** Mails the reviews and tasks that are due, one round at a time, where mail is set up. */
export function scheduleReviews(): void {
  if (!sendsMail) return;
  let isRunning = false;
  const work = async () => {
    if (isRunning) return;
    isRunning = true;
    await sendDueReviews().catch((error: unknown) => logError(error, 'No review was mailed'));
    await sendDueTasks().catch((error: unknown) => logError(error, 'No tasks were mailed'));
    isRunning = false;
  };
  void work();
  setInterval(work, 5 * MINUTE).unref();
}
