import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';

/**
 * A small IMAP server over TLS that fails on request, which servers for production do not. Where
 * Dovecot is installed, tests/server/inbox-emails.test.ts runs against that too.
 */

export const CERTIFICATE_FILE = 'tests/fixtures/tls/localhost.crt';
export const KEY_FILE = 'tests/fixtures/tls/localhost.key';

export const IMAP_USER = 'deals@fund.example';
export const IMAP_PASSWORD = 'p@ss/word #1';

interface StoredMessage {
  uid: number;
  bytes: Buffer;
  isDeleted: boolean;
}

/** `hang` never answers, `drop` ends the connection, `refuse` answers NO. */
type Fault = 'hang' | 'drop' | 'refuse';

export interface TestImapServer {
  port: number;
  /** Commands of all connections, such as `UID MOVE`. */
  commands: string[];
  /** Faults by command; `GREETING` is the connection itself. */
  faults: Map<string, Fault>;
  capabilities: string[];
  add(folder: string, email: string | Buffer): void;
  /** Returns the messages of a folder; undefined if there is none. */
  list(folder: string): string[] | undefined;
  /** Returns the setting IMAP_URL for a folder. */
  url(folder: string): string;
  stop(): Promise<void>;
}

/** Starts a server with one account. Folders have the names that the protocol uses. */
export async function startImapServer(): Promise<TestImapServer> {
  const folders = new Map<string, StoredMessage[]>([
    ['INBOX', []],
    ['Deals', []],
  ]);
  const commands: string[] = [];
  const faults = new Map<string, Fault>();
  const capabilities = ['IMAP4rev1', 'UIDPLUS', 'MOVE'];
  const sockets = new Set<TLSSocket>();
  const server = createServer(
    { key: readFileSync(KEY_FILE), cert: readFileSync(CERTIFICATE_FILE) },
    (socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
      serveConnection(socket, { folders, commands, faults, capabilities });
    },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const credentials = [IMAP_USER, IMAP_PASSWORD].map(encodeURIComponent).join(':');
  return {
    port,
    commands,
    faults,
    capabilities,
    add: (folder, email) => void append(folders, folder, Buffer.from(email)),
    list: (folder) => folders.get(folder)?.map(({ bytes }) => bytes.toString()),
    url: (folder) => `imaps://${credentials}@localhost:${port}/${folder}`,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

let lastUid = 0;

function append(folders: Map<string, StoredMessage[]>, folder: string, bytes: Buffer): void {
  const messages = folders.get(folder) ?? [];
  folders.set(folder, [...messages, { uid: ++lastUid, bytes, isDeleted: false }]);
}

interface Account extends Pick<TestImapServer, 'commands' | 'faults' | 'capabilities'> {
  folders: Map<string, StoredMessage[]>;
}

interface Session extends Account {
  socket: TLSSocket;
  selected: string;
}

function serveConnection(socket: TLSSocket, account: Account): void {
  const session: Session = { ...account, socket, selected: '' };
  const fault = account.faults.get('GREETING');
  if (fault === 'drop') return void socket.destroy();
  if (fault === 'hang') return;
  socket.write(`* OK [CAPABILITY ${account.capabilities.join(' ')}] Ready\r\n`);
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
    const lines = received.split('\r\n');
    received = lines.pop()!;
    for (const line of lines) answerCommand(session, line);
  });
}

function answerCommand(session: Session, line: string): void {
  const [, tag = '', name = '', rest = ''] = /^(\S+) ((?:UID )?\S+)(?: (.*))?$/i.exec(line) ?? [];
  const command = name.toUpperCase();
  session.commands.push(command);
  const fault = session.faults.get(command);
  if (fault === 'hang') return;
  if (fault === 'drop') return void session.socket.destroy();
  const answer = fault === 'refuse' ? 'NO Not now' : runCommand(session, command, splitWords(rest));
  session.socket.write(`${tag} ${answer}\r\n`);
  if (command === 'LOGOUT') session.socket.end();
}

/** Splits arguments at spaces, except within quotation marks and brackets. */
function splitWords(text: string): string[] {
  const words = text.match(/"(?:\\.|[^"\\])*"|\([^)]*\)|[^\s]+/g) ?? [];
  return words.map((word) =>
    word.startsWith('"') ? word.slice(1, -1).replace(/\\(.)/g, '$1') : word,
  );
}

/** Sends the untagged answers, and returns the final one. */
function runCommand(session: Session, command: string, words: string[]): string {
  const { folders, socket, capabilities } = session;
  const send = (text: string) => socket.write(`* ${text}\r\n`);
  const [first = '', second = ''] = words;
  switch (command) {
    case 'CAPABILITY':
      send(`CAPABILITY ${capabilities.join(' ')}`);
      return 'OK Done';
    case 'LOGIN':
      return first === IMAP_USER && second === IMAP_PASSWORD
        ? 'OK Welcome'
        : 'NO [AUTHENTICATIONFAILED] Wrong password';
    case 'LIST':
    case 'LSUB':
      for (const name of folders.keys())
        if (second === '*' || second === name) send(`${command} () "/" "${name}"`);
      if (!second) send(`${command} (\\Noselect) "/" ""`);
      return 'OK Done';
    case 'STATUS': {
      if (!folders.has(first)) return 'NO There is no such folder';
      send(`STATUS "${first}" (MESSAGES ${folders.get(first)!.length})`);
      return 'OK Done';
    }
    case 'CREATE':
      if (folders.has(first)) return 'NO It exists';
      folders.set(first, []);
      return 'OK Done';
    case 'SELECT':
    case 'EXAMINE':
      if (!folders.has(first)) return 'NO [NONEXISTENT] There is no such folder';
      session.selected = first;
      send('FLAGS (\\Seen \\Deleted)');
      send(`${folders.get(first)!.length} EXISTS`);
      send('OK [UIDVALIDITY 1] Valid');
      return 'OK [READ-WRITE] Done';
    case 'UID SEARCH':
      send(['SEARCH', ...selectedMessages(session).map(({ uid }) => uid)].join(' '));
      return 'OK Done';
    case 'UID FETCH':
      return fetchMessage(session, Number(first), words.slice(1).join(' '));
    case 'UID COPY':
    case 'UID MOVE':
      return copyMessage(session, Number(first), second, command === 'UID MOVE');
    case 'UID STORE':
      for (const message of selectedMessages(session))
        if (message.uid === Number(first)) message.isDeleted = true;
      return 'OK Done';
    case 'UID EXPUNGE':
    case 'EXPUNGE':
      return expunge(session);
    case 'LOGOUT':
      send('BYE');
      return 'OK Done';
    default:
      return ['NOOP', 'ID', 'SUBSCRIBE', 'ENABLE', 'CLOSE'].includes(command)
        ? 'OK Done'
        : 'BAD Unknown command';
  }
}

const selectedMessages = ({ folders, selected }: Session) => folders.get(selected) ?? [];

function fetchMessage(session: Session, uid: number, query: string): string {
  const messages = selectedMessages(session);
  const index = messages.findIndex((message) => message.uid === uid);
  if (index < 0) return 'OK Done';
  const { bytes } = messages[index]!;
  const [, from = '0', length = ''] = /BODY\.PEEK\[\]<(\d+)\.(\d+)>/i.exec(query) ?? [];
  const part = bytes.subarray(Number(from), Number(from) + Number(length));
  session.socket.write(
    `* ${index + 1} FETCH (UID ${uid} RFC822.SIZE ${bytes.length} BODY[]<${from}> {${part.length}}\r\n`,
  );
  session.socket.write(part);
  session.socket.write(')\r\n');
  return 'OK Done';
}

function copyMessage(session: Session, uid: number, target: string, isMove: boolean): string {
  if (!session.folders.has(target)) return 'NO [TRYCREATE] There is no such folder';
  const message = selectedMessages(session).find((candidate) => candidate.uid === uid);
  if (!message) return 'OK Done';
  append(session.folders, target, message.bytes);
  message.isDeleted = isMove;
  return isMove ? expunge(session) : 'OK Done';
}

function expunge(session: Session): string {
  const messages = selectedMessages(session);
  messages.forEach(({ isDeleted }, index) => {
    if (isDeleted) session.socket.write(`* ${index + 1} EXPUNGE\r\n`);
  });
  session.folders.set(
    session.selected,
    messages.filter(({ isDeleted }) => !isDeleted),
  );
  return 'OK Done';
}
