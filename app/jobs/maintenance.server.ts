import { deleteUnusedContents } from '~/domain/attachment/cleanup.server';
import { DAY_MS } from '~/domain/date/calendar-day';
import { backfillCompanyKeys } from '~/domain/deal/backfill-company-keys.server';
import { getDeletionTime } from '~/domain/history/deletion-time.server';
import { purgeImports } from '~/domain/import/record/purge.server';
import { purgeInbox } from '~/domain/inbox/purge.server';
import { isMailConfigured } from '~/domain/mail/send.server';
import { purgeTrash } from '~/domain/operations/trash/purge.server';
import { sendDueReviewMails } from '~/jobs/mail/review-mail.server';
import { sendDueTaskMails } from '~/jobs/mail/task-mail.server';
import { logError } from '~/log.server';
import { checkDatabase } from './database-check.server';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MAIL_INTERVAL_MS = 5 * MINUTE_MS;

/**
 * Checks the database and completes company keys at the start, purges trash, old imports and old
 * inbox items every hour, and unused files every day.
 */
export function scheduleMaintenance(): void {
  void checkDatabase().catch((error: unknown) => logError(error, 'The database was not checked'));
  void backfillCompanyKeys()
    .catch((error: unknown) => logError(error, 'The keys of companies were not completed'))
    .then(purgeExpired);
  setInterval(purgeExpired, HOUR_MS).unref();
  void deleteUnusedFiles();
  setInterval(deleteUnusedFiles, DAY_MS).unref();
}

export async function purgeExpired(): Promise<void> {
  const run = (work: (now: Date) => Promise<unknown>, failure: string) =>
    getDeletionTime()
      .then(work)
      .catch((error: unknown) => logError(error, failure));
  await run(purgeTrash, 'The trash was not purged');
  await run(purgeImports, 'Old imports were not deleted');
  await run(purgeInbox, 'Old items of the inbox were not deleted');
}

async function deleteUnusedFiles(): Promise<void> {
  await getDeletionTime()
    .then(deleteUnusedContents)
    .catch((error: unknown) => logError(error, 'Unused files were not deleted'));
}

export function scheduleMails(): void {
  if (!isMailConfigured) return;
  let isRunning = false;
  const sendDueMails = async () => {
    if (isRunning) return;
    isRunning = true;
    await sendDueReviewMails().catch((error: unknown) => logError(error, 'No review was mailed'));
    await sendDueTaskMails().catch((error: unknown) => logError(error, 'No tasks were mailed'));
    isRunning = false;
  };
  void sendDueMails();
  setInterval(sendDueMails, MAIL_INTERVAL_MS).unref();
}
