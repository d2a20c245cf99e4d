import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { getCookies } from '../support/actors';
import { type Dovecot, hasDovecot, startDovecot } from '../support/dovecot';
import { buildEmail, filePart, textPart } from '../support/emails';
import {
  CERTIFICATE_FILE,
  IMAP_PASSWORD,
  startImapServer,
  type TestImapServer,
} from '../support/imap-server';
import { ADMIN, type RunningServer, startServer } from '../support/running-server';

const TIMEOUT = { timeout: 30_000 };

let server: RunningServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

async function start(url: string, env: Record<string, string> = {}): Promise<RunningServer> {
  server = await startServer({
    env: { IMAP_URL: url, NODE_EXTRA_CA_CERTS: resolve(CERTIFICATE_FILE), ...env },
  });
  return server;
}

const pitch = (subject: string) =>
  buildEmail({
    headers: [`Subject: ${subject}`, `Message-ID: <${encodeURIComponent(subject)}@a.example>`],
    parts: [textPart('We build valves.'), filePart('deck.pdf', '%PDF-1.4')],
  });

function listSubjects({ database }: RunningServer): string[] {
  const connection = new SQLite(database, { readonly: true });
  const subjects = connection.prepare('select subject from inbox_items order by id').pluck().all();
  connection.close();
  return subjects as string[];
}

async function readSystemPage({ ask }: RunningServer): Promise<string> {
  const cookie = getCookies(await ask('POST', '/api/auth/login', { json: ADMIN }));
  const { text } = await ask('GET', '/admin/system', { cookie });
  const main = text.slice(text.indexOf('<main'), text.indexOf('</main'));
  return main.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}

describe('a server that fetches emails (rules 30.2 and 30.3)', () => {
  let mailServer: TestImapServer;
  beforeEach(async () => {
    mailServer = await startImapServer();
  });
  afterEach(() => mailServer.stop());

  test('a kill between storing and moving stores an email once', async () => {
    for (const subject of ['one', 'two']) mailServer.add('Deals', pitch(subject));
    mailServer.faults.set('UID MOVE', 'hang');
    const running = await start(mailServer.url('Deals'));
    await vi.waitUntil(() => mailServer.commands.includes('UID MOVE'), TIMEOUT);
    await running.kill();
    expect([listSubjects(running), mailServer.list('Deals')?.length]).toEqual([['one'], 2]);
    mailServer.faults.clear();
    await running.restart();
    await vi.waitUntil(() => !mailServer.list('Deals')!.length, TIMEOUT);
    expect(listSubjects(running)).toEqual(['one', 'two']);
  });

  test('the System page shows the last fetch and the last error', async () => {
    mailServer.faults.set('LOGIN', 'refuse');
    const running = await start(mailServer.url('Deals'), { IMAP_EVERY: '1m' });
    await vi.waitUntil(() => running.log().includes('mailbox could not be read'), TIMEOUT);
    const page = await readSystemPage(running);
    expect(page).toContain('The mailbox (IMAP_URL) cannot be read: user or password was refused');
    expect(page).toContain('Emails for the inbox Not fetched yet');
    expect(running.log()).not.toContain(IMAP_PASSWORD);
  });

  test.each([
    ['below its reserve', '100'],
    ['for the files of an email', 'child'],
  ])('a disk full %s leaves emails in their folder', async (_, full) => {
    const flag = join(mkdtempSync(join(tmpdir(), 'pipeline-full-')), 'full');
    const running = await start(mailServer.url('Deals'), {
      NODE_OPTIONS: '--import ./tests/support/full-disk.mjs',
      FULL_DISK: flag,
    });
    writeFileSync(flag, full);
    mailServer.add('Deals', pitch('kept'));
    for (let attempt = 1; attempt <= 4; attempt++) {
      const lines = running.log().length;
      await running.restart();
      const isLogged = () => running.log().slice(lines).includes('not enough disk space');
      await vi.waitUntil(isLogged, TIMEOUT);
    }
    expect([listSubjects(running), mailServer.list('Deals')?.length]).toEqual([[], 1]);
    rmSync(flag);
    await running.restart();
    await vi.waitUntil(() => !mailServer.list('Deals')!.length, TIMEOUT);
    expect(listSubjects(running)).toEqual(['kept']);
  });

  test('a stop does not wait for a silent mail server', async () => {
    mailServer.faults.set('UID SEARCH', 'hang');
    const running = await start(mailServer.url('Deals'));
    await vi.waitUntil(() => mailServer.commands.includes('UID SEARCH'), TIMEOUT);
    const started = Date.now();
    expect(await running.stop()).toBe(0);
    expect(Date.now() - started).toBeLessThan(3_000);
    server = undefined;
  });
});

describe.skipIf(!hasDovecot)('a server that fetches emails from Dovecot', () => {
  let dovecot: Dovecot;
  beforeEach(async () => {
    dovecot = await startDovecot();
  });
  afterEach(() => dovecot.stop());

  test('emails come in once and are moved', async () => {
    for (let email = 1; email <= 5; email++) dovecot.deliver('Neue &APw-ber', pitch(`${email}`));
    const running = await start(dovecot.url('Neue%20%C3%BCber'));
    await vi.waitUntil(() => listSubjects(running).length === 5, TIMEOUT);
    await vi.waitUntil(() => dovecot.count('Neue &APw-ber') === 0, TIMEOUT);
    expect(dovecot.count('Deal Pipeline')).toBe(5);
    dovecot.deliver('Neue &APw-ber', pitch('5'));
    await running.restart();
    await vi.waitUntil(() => dovecot.count('Neue &APw-ber') === 0, TIMEOUT);
    expect(listSubjects(running)).toEqual(['1', '2', '3', '4', '5']);
  });
});
