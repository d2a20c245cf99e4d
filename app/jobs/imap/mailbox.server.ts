import type { Readable } from 'node:stream';
import type { ImapFlow } from 'imapflow';
import { MB } from '~/domain/attachment/size';
import type { ImapMailbox } from '~/setting-urls.server';

/** Time limits in ms: for the connection, and for a server that sends nothing. */
export interface ImapTimeouts {
  connectionTimeout: number;
  greetingTimeout: number;
  socketTimeout: number;
}

const DEFAULT_TIMEOUTS: ImapTimeouts = {
  connectionTimeout: 30_000,
  greetingTimeout: 15_000,
  // Exceeds the time of parsing an email, during which nothing is sent.
  socketTimeout: 120_000,
};

/** Bounds lists of messages; 100,000 numbers take 700 KB. */
const MAX_LINE_BYTES = 8 * MB;

export interface ImapMessage {
  size: number;
  bytes: Readable;
}

export interface MailboxConnection {
  /** Changes when the server renumbers its messages. */
  uidValidity: string;
  listUids(): Promise<number[]>;
  /** Returns undefined for a message that is gone. Does not mark it as read. */
  download(uid: number): Promise<ImapMessage | undefined>;
  moveToDone(uid: number): Promise<void>;
  isConnected(): boolean;
  /** Returns why the connection ended, which later commands no longer say. */
  getConnectionError(): unknown;
  close(): Promise<void>;
  abort(): void;
}

interface MailboxOptions {
  /** The largest message to read; some servers send it as a whole. */
  maxMessageBytes: number;
  doneFolder: string[];
  timeouts?: ImapTimeouts;
}

export async function openMailbox(
  settings: ImapMailbox,
  { maxMessageBytes, doneFolder, timeouts = DEFAULT_TIMEOUTS }: MailboxOptions,
): Promise<MailboxConnection> {
  const client = await connect(settings, maxMessageBytes, timeouts);
  let connectionError: unknown;
  client.on('error', (error) => {
    connectionError = error;
  });
  try {
    const { uidValidity } = await client.mailboxOpen(toPath(client, settings.folder));
    const donePath = toPath(client, doneFolder);
    await ensureFolder(client, donePath);
    return {
      uidValidity: String(uidValidity),
      listUids: () => listUids(client),
      download: (uid) => download(client, uid),
      moveToDone: (uid) => move(client, uid, donePath),
      isConnected: () => client.usable,
      getConnectionError: () => connectionError,
      close: () => client.logout(),
      abort: () => client.close(),
    };
  } catch (error) {
    client.close();
    throw connectionError ?? error;
  }
}

export async function checkMailbox(
  settings: ImapMailbox,
  timeouts = DEFAULT_TIMEOUTS,
): Promise<void> {
  const client = await connect(settings, MB, timeouts);
  try {
    await client.mailboxOpen(toPath(client, settings.folder), { readOnly: true });
    await client.logout();
  } finally {
    client.close();
  }
}

async function connect(
  { host, port, user, password }: ImapMailbox,
  maxMessageBytes: number,
  timeouts: ImapTimeouts,
): Promise<ImapFlow> {
  // Most installations read no mailbox and save the memory.
  const { ImapFlow } = await import('imapflow');
  const client = new ImapFlow({
    host,
    port,
    secure: true,
    auth: { user, pass: password },
    ...timeouts,
    logger: false,
    disableAutoIdle: true,
    clientInfo: { name: 'Deal Pipeline' },
    maxLineLength: MAX_LINE_BYTES,
    maxLiteralSize: maxMessageBytes,
    maxResponseSize: maxMessageBytes + MAX_LINE_BYTES,
  });
  // Whatever waits for an answer fails with the same error.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

function toPath(client: ImapFlow, folder: string[]): string {
  const { delimiter } = client.namespace ?? {};
  return folder.join(delimiter || '/');
}

async function ensureFolder(client: ImapFlow, path: string): Promise<void> {
  try {
    if (await client.status(path, { messages: true })) return;
  } catch (error) {
    if ((error as { code?: string }).code !== 'NotFound') throw error;
  }
  await client.mailboxCreate(path);
}

async function listUids(client: ImapFlow): Promise<number[]> {
  const uids = await client.search({ all: true }, { uid: true });
  if (!uids) throw new Error('The server did not list the messages.');
  return uids.sort((left, right) => left - right);
}

async function download(client: ImapFlow, uid: number): Promise<ImapMessage | undefined> {
  const { meta, content } = await client.download(String(uid), undefined, { uid: true });
  return content && { size: Number(meta.expectedSize ?? 0), bytes: content };
}

async function move(client: ImapFlow, uid: number, path: string): Promise<void> {
  const moved = await client.messageMove(String(uid), path, { uid: true });
  if (!moved) throw new Error(`The server did not move a message to ${path}.`);
}
