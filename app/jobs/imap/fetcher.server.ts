import { setTimeout as pause } from 'node:timers/promises';
import { getDatabasePath } from '#db/client';
import { DatabaseInUseError } from '#db/errors';
import { lockDatabase } from '#db/lock';
import { MB } from '~/domain/attachment/size';
import { env } from '~/env.server';
import { ChildStoppedError } from '~/jobs/threads/child.server';
import { logError } from '~/log.server';
import type { ImapMailbox } from '~/setting-urls.server';
import { describeImapError } from './errors';
import { fetchEmails } from './fetch-emails.server';
import { type ImapTimeouts, type MailboxConnection, openMailbox } from './mailbox.server';

/** Doubles with each failure in a row, up to IMAP_EVERY. */
const FIRST_RETRY_DELAY_MS = 30_000;

/** Ends a connection on which an email takes longer, however slowly its bytes come. */
const MAX_EMAIL_MS = 15 * 60_000;

export interface FetchState {
  fetchedAt?: Date;
  lastError?: { at: Date; reason: string };
  isFailing: boolean;
}

interface FetcherOptions {
  mailbox: ImapMailbox;
  doneFolder: string[];
  everyMs: number;
  timeouts?: ImapTimeouts;
}

export class EmailFetcher {
  readonly state: FetchState = { isFailing: false };
  private readonly stopping = new AbortController();
  private readonly running: Promise<void>;
  private connection: MailboxConnection | undefined;
  private failures = 0;

  constructor(private readonly options: FetcherOptions) {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.connection?.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.fetchAlone();
      await pause(this.getDelayMs(), undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  private getDelayMs(): number {
    const { everyMs } = this.options;
    if (!this.state.isFailing) return everyMs;
    return Math.min(everyMs, FIRST_RETRY_DELAY_MS * 2 ** (this.failures - 1));
  }

  /** Leaves the folder to another server on this database while that one reads it. */
  private async fetchAlone(): Promise<void> {
    let unlock: (() => void) | undefined;
    try {
      unlock = lockFetching();
      if (!unlock) return;
      await this.fetch();
      this.failures = 0;
      Object.assign(this.state, { fetchedAt: new Date(), isFailing: false });
    } catch (error) {
      if (!this.stopping.signal.aborted && !(error instanceof ChildStoppedError))
        this.recordFailure(error);
    } finally {
      unlock?.();
    }
  }

  private async fetch(): Promise<void> {
    const { mailbox, doneFolder, timeouts } = this.options;
    const maxMessageBytes = (env.MAX_EMAIL_MB + 1) * MB;
    const connection = await openMailbox(mailbox, { maxMessageBytes, doneFolder, timeouts });
    const deadline = setTimeout(() => connection.abort(), MAX_EMAIL_MS).unref();
    this.connection = connection;
    try {
      await fetchEmails(connection, formatMailboxName(mailbox), {
        signal: this.stopping.signal,
        onProgress: () => deadline.refresh(),
      });
      await connection.close();
    } catch (error) {
      throw connection.getConnectionError() ?? error;
    } finally {
      clearTimeout(deadline);
      connection.abort();
    }
  }

  private recordFailure(error: unknown): void {
    const reason = describeImapError(error);
    const isKnown = this.state.isFailing && this.state.lastError?.reason === reason;
    this.failures += 1;
    Object.assign(this.state, { lastError: { at: new Date(), reason }, isFailing: true });
    if (!isKnown) logError(new Error(reason, { cause: error }), 'The mailbox could not be read');
  }
}

/** Names a folder in the database, without the password. */
export function formatMailboxName({ user, host, folder }: ImapMailbox): string {
  return `${user}@${host}/${folder.join('/')}`;
}

/** Returns undefined while another process fetches. The system unlocks for a process that ends. */
function lockFetching(): (() => void) | undefined {
  try {
    return lockDatabase(`${getDatabasePath(env.DATABASE_URL)}.imap`, 'exclusive', 0);
  } catch (error) {
    if (error instanceof DatabaseInUseError) return undefined;
    throw error;
  }
}
