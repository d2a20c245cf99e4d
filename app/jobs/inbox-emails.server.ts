import { countUnreadableEmails } from '~/domain/inbox/failed-emails.server';
import { env } from '~/env.server';
import type { ImapMailbox } from '~/setting-urls.server';
import { EmailFetcher, type FetchState, formatMailboxName } from './imap/fetcher.server';

let fetcher: EmailFetcher | undefined;

export function startFetchingEmails(mailbox: ImapMailbox): void {
  fetcher = new EmailFetcher({
    mailbox,
    doneFolder: env.IMAP_DONE_FOLDER,
    everyMs: env.IMAP_EVERY,
  });
}

export async function stopFetchingEmails(): Promise<void> {
  await fetcher?.stop();
}

interface InboxEmailState extends FetchState {
  unreadable: number;
}

export async function getInboxEmailState(): Promise<InboxEmailState | undefined> {
  if (!fetcher || !env.IMAP_URL) return undefined;
  return {
    ...fetcher.state,
    unreadable: await countUnreadableEmails(formatMailboxName(env.IMAP_URL)),
  };
}
