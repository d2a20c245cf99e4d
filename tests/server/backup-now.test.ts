import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { signIn } from '../support/actors';
import { receivedMails, stopMails } from '../support/mail-server';
import { ADMIN, type RunningServer, startServer } from '../support/running-server';

let folder: string;
let server: RunningServer;
let cookie: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pipeline-backup-now-'));
  server = await startServer({
    env: { BACKUP_DIR: folder, SMTP_URL: process.env.SMTP_URL!, MAIL_FROM: 'deals@fund.example' },
  });
  cookie = await signIn(server);
  await vi.waitUntil(() => listFiles().length === 1, { timeout: 20_000 });
});
afterAll(async () => {
  await server.stop();
  await stopMails();
  rmSync(folder, { recursive: true, force: true });
});

const listFiles = () => readdirSync(folder).filter((name) => name.endsWith('.db'));
const backUp = () => server.ask('POST', '/admin/system', { cookie, form: { intent: 'back up' } });
const readPage = async () => (await server.ask('GET', '/admin/system', { cookie })).text;
const countRows = async () =>
  (/<caption[^>]*>Backups<[^]*?<\/table>/.exec(await readPage())?.[0].match(/<tr>/g)?.length ?? 1) -
  1;

async function loseContent(): Promise<void> {
  const json = { companyName: 'Quillmoor' };
  const deal = await server.ask('POST', '/api/pipelines', { cookie, json });
  const { id } = JSON.parse(deal.text) as { id: number };
  const head = 'Content-Disposition: form-data; name="file"; filename="lost deck.pdf"';
  const added = await server.ask('POST', `/api/pipelines/${id}/files`, {
    cookie,
    body: `--limit\r\n${head}\r\n\r\nLost\r\n--limit--\r\n`,
    headers: { 'Content-Type': 'multipart/form-data; boundary=limit' },
  });
  expect(added.status).toBe(201);
  rmSync(`${server.database}.files`, { recursive: true });
}

describe('"Back up now"', () => {
  test('the button adds a backup to the list', async () => {
    // A press during the server's own first backup waits for that one.
    await vi.waitFor(
      async () => {
        const { status, headers } = await backUp();
        expect([status, headers.location]).toEqual([302, '/admin/system#backups']);
        expect(listFiles()).toHaveLength(2);
      },
      { timeout: 20_000 },
    );
    expect(await countRows()).toBe(2);
  });

  test('two simultaneous presses make one backup', async () => {
    const before = listFiles().length;
    await Promise.all([backUp(), backUp()]);
    expect(listFiles()).toHaveLength(before + 1);
  });

  test('another intent is refused', async () => {
    const form = { intent: 'something else' };
    expect((await server.ask('POST', '/admin/system', { cookie, form })).status).toBe(400);
  });
});

describe('a backup that fails', () => {
  beforeAll(async () => {
    await addColleague();
    await loseContent();
    await backUp();
  });

  async function addColleague(): Promise<void> {
    const json = {
      email: 'ana@fund.example',
      password: 'a-password-of-2026',
      firstName: 'Ana',
      lastName: 'L',
    };
    const { status } = await server.ask('POST', '/api/admin/users', { cookie, json });
    expect(status).toBe(201);
  }

  test('the System page names a failed backup', async () => {
    expect(await readPage()).toMatch(/The last backup failed, .*lost deck\.pdf/);
  });

  test('administrators alone get one mail a day', async () => {
    await backUp();
    await expect.poll(() => receivedMails.length, { timeout: 10_000 }).toBeGreaterThan(0);
    await pause(500);
    expect(receivedMails).toHaveLength(1);
    const [mail] = receivedMails;
    expect(mail).toContain(`To: ${ADMIN.email}`);
    expect(mail).toContain('Subject: A backup failed');
    expect(mail).toContain('lost deck.pdf');
  });

  test('a failed scheduled backup is mailed too', async () => {
    receivedMails.length = 0;
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
    await server.restart();
    await expect.poll(() => receivedMails.length, { timeout: 20_000 }).toBe(1);
    expect(receivedMails[0]).toContain('lost deck.pdf');
  });
});
