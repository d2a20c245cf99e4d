import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import tls from 'node:tls';
import { asc } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { db } from '#db/client';
import { failedEmails, inboxItems } from '#db/schema';
import { transaction } from '#db/transaction';
import { blockSender } from '~/domain/intake/blocked-senders.server';
import { EmailFetcher } from '~/jobs/imap/fetcher.server';
import { parseSettings } from '~/settings.server';
import { buildEmail, filePart, textPart } from '../support/emails';
import { CERTIFICATE_FILE, startImapServer, type TestImapServer } from '../support/imap-server';

beforeAll(() =>
  tls.setDefaultCACertificates([
    ...tls.getCACertificates(),
    readFileSync(CERTIFICATE_FILE, 'utf8'),
  ]),
);

let server: TestImapServer;
let fetcher: EmailFetcher | undefined;
/** Read at the start of each round. */
const timeouts = { connectionTimeout: 0, greetingTimeout: 0, socketTimeout: 0 };
beforeEach(async () => {
  server = await startImapServer();
});
afterEach(async () => {
  await fetcher?.stop();
  await server.stop();
});

interface Fetching {
  url?: string;
  doneFolder?: string[];
  /** Time that the server may be silent, also while an email is parsed. */
  timeoutMs?: number;
}

function setTimeouts(ms: number): void {
  Object.assign(timeouts, { connectionTimeout: ms, greetingTimeout: ms, socketTimeout: ms });
}

/** Starts to fetch every 50 ms. */
function startFetching({
  url = server.url('Deals'),
  doneFolder = ['Deal Pipeline'],
  timeoutMs = 20_000,
}: Fetching = {}): EmailFetcher {
  setTimeouts(timeoutMs);
  const mailbox = parseSettings({ IMAP_URL: url }).settings.IMAP_URL!;
  fetcher = new EmailFetcher({ mailbox, doneFolder, everyMs: 50, timeouts });
  return fetcher;
}

/** Waits for the end of a round that began after this call. */
async function waitForRounds({ state }: EmailFetcher, rounds = 2): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const before = state.fetchedAt;
    await vi.waitUntil(() => state.fetchedAt !== before, { timeout: 20_000 });
  }
}

const waitForFailure = ({ state }: EmailFetcher) =>
  vi.waitUntil(() => state.isFailing && state.lastError!.reason, { timeout: 20_000 });

const pitch = (subject: string, headers: string[] = []) =>
  buildEmail({
    headers: [`Subject: ${subject}`, `Message-ID: <${subject}@wickham.example>`, ...headers],
    parts: [textPart('We build valves.'), filePart('deck.pdf', '%PDF-1.4')],
  });

const listItems = async () => {
  const { subject, state } = inboxItems;
  return db.select({ subject, state }).from(inboxItems).orderBy(asc(inboxItems.id));
};
const countItems = async (wanted: string) =>
  (await listItems()).filter(({ subject }) => subject === wanted).length;

function expectLoggedErrors(text: string): void {
  expect(vi.mocked(console.error).mock.calls.join()).toContain(text);
  vi.mocked(console.error).mockClear();
}
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

describe('emails of a mail folder (rules 30.1 and 30.2)', () => {
  test('new emails become items and are moved, oldest first', async () => {
    server.add('Deals', pitch('first'));
    server.add('Deals', pitch('second'));
    await waitForRounds(startFetching());
    expect((await listItems()).map(({ subject }) => subject)).toEqual(['first', 'second']);
    expect([server.list('Deals'), server.list('Deal Pipeline')]).toEqual([
      [],
      [expect.stringContaining('Subject: first'), expect.stringContaining('Subject: second')],
    ]);
  });

  test('an email that comes twice is one item', async () => {
    server.add('Deals', pitch('twice'));
    server.add('Deals', pitch('twice'));
    await waitForRounds(startFetching());
    expect(await countItems('twice')).toBe(1);
    expect(server.list('Deals')).toEqual([]);
  });

  test('emails with one Message-ID and other subjects are kept', async () => {
    const form = (subject: string) =>
      pitch(subject).replace(/^Message-ID: .*/m, 'Message-ID: <1@x>');
    for (const subject of ['one', 'two', 'two']) server.add('Deals', form(subject));
    await waitForRounds(startFetching());
    expect([await countItems('one'), await countItems('two')]).toEqual([1, 1]);
  });

  test('names of folders may have slashes, spaces and umlauts', async () => {
    server.add('Angebote/Neu &- &APw-brig', pitch('folders'));
    const url = server.url('Angebote/Neu%20%26%20%C3%BCbrig');
    await waitForRounds(startFetching({ url, doneFolder: ['Erledigt', 'Ünder way'] }));
    expect(server.list('Erledigt/&ANw-nder way')).toHaveLength(1);
    expect(await countItems('folders')).toBe(1);
  });

  test('a server without MOVE gets COPY and deletion', async () => {
    server.capabilities.splice(1);
    server.add('Deals', pitch('copied'));
    await waitForRounds(startFetching());
    expect([server.list('Deals'), server.list('Deal Pipeline')?.length]).toEqual([[], 1]);
    expect(server.commands).toContain('UID COPY');
  });

  test('an email of a blocked sender becomes junk', async () => {
    await transaction((tx) => blockSender(tx, '@leads.example'));
    server.add('Deals', pitch('junk', ['From: Sales <sales@LEADS.example>']));
    await waitForRounds(startFetching());
    expect((await listItems()).at(-1)).toEqual({ subject: 'junk', state: 'junk' });
  });
});

describe('emails that cannot be read', () => {
  const DAMAGED = '\r\n';

  test('an unreadable email is tried 3 times and stays', async () => {
    server.add('Deals', DAMAGED);
    server.add('Deals', pitch('behind it'));
    await waitForRounds(startFetching(), 6);
    expect(server.list('Deals')).toEqual([DAMAGED]);
    expect(await countItems('behind it')).toBe(1);
    expect(await db.select().from(failedEmails)).toMatchObject([{ attempts: 3 }]);
    expectLoggedErrors('attempt 2 of 3');
  });

  test('attempts are counted across restarts', async () => {
    server.add('Deals', DAMAGED);
    for (let start = 0; start < 5; start++) {
      await waitForRounds(startFetching(), 1);
      await fetcher!.stop();
    }
    expect(await db.select().from(failedEmails)).toMatchObject([{ attempts: 3 }]);
    expectLoggedErrors('stays in its folder');
  });
});

describe('a mail server that fails', () => {
  test('a connection lost before the move stores once', async () => {
    server.add('Deals', pitch('interrupted'));
    server.faults.set('UID MOVE', 'drop');
    await waitForFailure(startFetching());
    expect([await countItems('interrupted'), server.list('Deals')?.length]).toEqual([1, 1]);
    server.faults.clear();
    await waitForRounds(fetcher!);
    expect([await countItems('interrupted'), server.list('Deals')]).toEqual([1, []]);
    expect(fetcher!.state.isFailing).toBe(false);
    expectLoggedErrors('The mailbox could not be read');
  });

  test.each(['GREETING', 'LOGIN', 'UID SEARCH', 'UID FETCH', 'UID MOVE'])(
    'a server silent at %s is given up and tried again',
    async (command) => {
      server.add('Deals', pitch(command));
      server.faults.set(command, 'hang');
      const reason = await waitForFailure(startFetching({ timeoutMs: 1_000 }));
      expect(reason).toBe('the server did not answer in time');
      server.faults.clear();
      // A busy machine needs longer to parse an email.
      setTimeouts(20_000);
      await vi.waitUntil(() => !server.list('Deals')!.length, { timeout: 20_000 });
      expect(await countItems(command)).toBe(1);
      expectLoggedErrors('The mailbox could not be read');
    },
  );

  test('nothing is stored while the done folder is refused', async () => {
    server.add('Deals', pitch('refused'));
    server.faults.set('CREATE', 'refuse');
    expect(await waitForFailure(startFetching())).toContain('Not now');
    expect(await countItems('refused')).toBe(0);
    expectLoggedErrors('Not now');
  });

  test('a wrong password is named without the password', async () => {
    const url = server.url('Deals').replace(/:[^:@]+@/, ':sEcReT@');
    const reason = await waitForFailure(startFetching({ url }));
    expect(reason).toContain('user or password was refused');
    expectLoggedErrors('user or password was refused');
  });

  test('a stop does not wait for a silent server', async () => {
    server.faults.set('UID SEARCH', 'hang');
    startFetching();
    await vi.waitUntil(() => server.commands.includes('UID SEARCH'), { timeout: 20_000 });
    const started = performance.now();
    await fetcher!.stop();
    expect(performance.now() - started).toBeLessThan(300);
    expect(fetcher!.state.isFailing).toBe(false);
  });

  test('two processes do not read the folder at once', async () => {
    server.faults.set('UID SEARCH', 'hang');
    const first = startFetching();
    await vi.waitUntil(() => server.commands.includes('UID SEARCH'), { timeout: 20_000 });
    const second = startFetching();
    await pause(200);
    expect(server.commands.filter((name) => name === 'LOGIN')).toHaveLength(1);
    await first.stop();
    await second.stop();
  });
});
