import { assertDiskSpace } from '~/domain/attachment/content.server';
import { MB } from '~/domain/attachment/size';
import { emailTooLarge, receiveAndStore } from '~/domain/email/receive.server';
import { addInboxEmail } from '~/domain/inbox/add-email.server';
import {
  MAX_ATTEMPTS_PER_EMAIL,
  type NumberedMailbox,
  pruneFailedEmails,
  recordFailedAttempt,
} from '~/domain/inbox/failed-emails.server';
import { env } from '~/env.server';
import { logError } from '~/log.server';
import { toDomainError } from '~/result.server';
import type { ImapMessage, MailboxConnection } from './mailbox.server';

const ACCOUNT = { id: 'imap' };

const STATUSES_OF_BAD_EMAILS = [400, 413];
/** Codes of the system, such as EACCES and EMFILE. */
const SYSTEM_CODE = /^E[A-Z0-9]+$/;

interface FetchOptions {
  signal: AbortSignal;
  onProgress: () => void;
}

/**
 * Stores the emails of a folder as items of the inbox and moves them, oldest first. Emails that
 * cannot be read stay. Throws for a lost connection, and if nothing can be stored.
 */
export async function fetchEmails(
  connection: MailboxConnection,
  mailbox: string,
  { signal, onProgress }: FetchOptions,
): Promise<void> {
  const folder = { mailbox, uidValidity: connection.uidValidity };
  const uids = await connection.listUids();
  const attempts = await pruneFailedEmails(folder, uids);
  for (const uid of uids) {
    if (signal.aborted) return;
    if ((attempts.get(uid) ?? 0) >= MAX_ATTEMPTS_PER_EMAIL) continue;
    if (await storeEmail(connection, folder, uid)) await connection.moveToDone(uid);
    onProgress();
  }
}

async function storeEmail(
  connection: MailboxConnection,
  folder: NumberedMailbox,
  uid: number,
): Promise<boolean> {
  const message = await connection.download(uid);
  if (!message) return false;
  try {
    await storeMessage(message);
    return true;
  } catch (thrown) {
    if (!isErrorOfEmail(thrown, connection)) throw thrown;
    const attempts = await recordFailedAttempt(folder, uid);
    logError(thrown, describeFailedEmail(uid, attempts));
    return false;
  } finally {
    message.bytes.destroy();
  }
}

/** Returns false for errors that end the round, such as a full disk: they say nothing of the email. */
function isErrorOfEmail(thrown: unknown, { isConnected }: MailboxConnection): boolean {
  const error = toDomainError(thrown);
  if (error) return STATUSES_OF_BAD_EMAILS.includes(error.status);
  if (!isConnected()) return false;
  const { code } = thrown as { code?: unknown };
  return typeof code !== 'string' || !SYSTEM_CODE.test(code);
}

function describeFailedEmail(uid: number, attempts: number): string {
  const failure = `Email ${uid} of the mailbox could not be read`;
  return attempts < MAX_ATTEMPTS_PER_EMAIL
    ? `${failure} (attempt ${attempts} of ${MAX_ATTEMPTS_PER_EMAIL})`
    : `${failure}, and stays in its folder`;
}

async function storeMessage({ size, bytes }: ImapMessage): Promise<void> {
  if (size > env.MAX_EMAIL_MB * MB) throw emailTooLarge();
  // Needs space for the email and for the files in it.
  await assertDiskSpace(2 * size);
  // Counts the bytes again, because servers may state a wrong size.
  await receiveAndStore(ACCOUNT, bytes, (email) =>
    addInboxEmail(undefined, email, { allowsReusedIds: true }),
  );
}
