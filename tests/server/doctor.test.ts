import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import SQLite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { formatTimestamp } from '#db/backup';
import { CERTIFICATE_FILE, startImapServer } from '../support/imap-server';

let folder: string;
let database: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pipeline-doctor-'));
  database = join(folder, 'pipeline.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function createDatabase(path = database): Promise<void> {
  const template = new SQLite(inject('template'), { readonly: true });
  await template.backup(path);
  template.close();
}

/** Runs in a process of its own, as this one may be the mail server. */
async function runDoctor(env: Record<string, string> = {}, args: string[] = []) {
  const doctor = spawn(process.execPath, ['scripts/command.mjs', 'doctor', ...args], {
    env: { ...process.env, DATABASE_URL: `file:${database}`, SMTP_URL: '', ...env },
  });
  const [out, err, [status]] = await Promise.all([
    text(doctor.stdout),
    text(doctor.stderr),
    once(doctor, 'exit') as Promise<[number]>,
  ]);
  const lines = out.trim().split('\n');
  return { status, err, lines, problems: lines.filter((line) => line.startsWith('Problem: ')) };
}

describe('npm run doctor (rule 27.9)', () => {
  test('doctor ends with 0 and changes nothing if all is well', async () => {
    await createDatabase();
    const before = statSync(database);
    expect(await runDoctor()).toMatchObject({ status: 0, err: '', problems: [] });
    expect(statSync(database)).toMatchObject({ mtimeMs: before.mtimeMs, uid: before.uid });
  });

  test('doctor names all wrong settings and checks the rest', async () => {
    const { status, problems } = await runDoctor({
      PORT: '0',
      APP_URL: 'https://deals.fund.example/x',
      TRUSTED_PROXY: '1',
    });
    expect(status).toBe(1);
    expect(problems).toEqual([
      expect.stringContaining('PORT must be a port number'),
      expect.stringContaining('APP_URL must have no path'),
      expect.stringContaining('Did you mean TRUST_PROXY?'),
      expect.stringContaining('There is no database at'),
    ]);
  });

  test('doctor explains a bad database, backup and standby', async () => {
    writeFileSync(database, 'no database, but long enough to be taken for one'.repeat(100));
    const backups = join(folder, 'backups');
    const standby = join(folder, 'standby');
    mkdirSync(backups);
    mkdirSync(standby);
    await createDatabase(
      join(backups, `pipeline-${formatTimestamp(new Date(Date.now() - 5 * 86_400_000))}.db`),
    );
    const { problems } = await runDoctor({ BACKUP_DIR: backups, STANDBY_DIR: standby });
    expect(problems).toEqual([
      expect.stringMatching(/damaged .*npm run restore FILE/),
      expect.stringMatching(/older than three intervals .*npm run backup/),
      expect.stringMatching(/not up to date. The server has not copied into .*start it/),
    ]);
  });

  test('doctor waits for a silent mail server up to 10 s', async () => {
    await createDatabase();
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const { status, problems } = await runDoctor({ SMTP_URL: `smtp://127.0.0.1:${port}` });
    silent.close();
    expect(status).toBe(1);
    expect(problems).toEqual([expect.stringMatching(/mail server 127\.0\.0\.1:\d+ .*SMTP_URL/)]);
  });

  test('doctor signs in to the mailbox and changes nothing', async () => {
    await createDatabase();
    const mailServer = await startImapServer();
    mailServer.add('Deals', 'Subject: Valves\r\n\r\nHello');
    const certificate = { NODE_EXTRA_CA_CERTS: CERTIFICATE_FILE };
    const right = await runDoctor({ IMAP_URL: mailServer.url('Deals'), ...certificate });
    const wrong = await runDoctor({ IMAP_URL: mailServer.url('Nowhere'), ...certificate });
    await mailServer.stop();
    expect(right.problems).toEqual([]);
    expect(wrong.problems).toEqual([
      expect.stringMatching(/mailbox at localhost:\d+ cannot be read \(There is no such folder/),
    ]);
    expect(mailServer.list('Deals')).toHaveLength(1);
  });

  test('a wrong setting has one line and none about its default', async () => {
    const mail = await runDoctor({ DATABASE_URL: 'postgres://db/x' });
    expect(mail.problems).toEqual([expect.stringContaining('DATABASE_URL must be a file: URL')]);
    expect(mail.lines.filter((line) => /backup|standby|folder/i.test(line))).toEqual([]);
    await createDatabase();
    const { lines } = await runDoctor({ SMTP_URL: 'nonsense' });
    expect(lines.filter((line) => /SMTP_URL|Mail/.test(line))).toHaveLength(1);
    expect(lines).toContain('Note: No standby is set up: set STANDBY_DIR to have one');
  });

  test('a file without its content is a problem', async () => {
    await createDatabase();
    const connection = new SQLite(database);
    connection.exec(`
      insert into users (id, email, password, created_at, updated_at)
        values ('ana', 'ana@demo.example', '', 0, 0);
      insert into pipelines (id, user_id, company_name, search_text, created_at, updated_at)
        values (1, 'ana', 'Ibex', 'ibex', 0, 0);
      insert into files (pipeline_id, user_id, name, size, type, sha256, created_at, search_text)
        values (1, 'ana', 'deck.pdf', 1, 'application/pdf', '${'a'.repeat(64)}', 0, 'deck')`);
    connection.close();
    expect((await runDoctor()).problems).toEqual([
      expect.stringContaining('contents of these files are missing: deck.pdf'),
    ]);
  });

  test.skipIf(process.getuid?.() !== 0)(
    'doctor judges folders as the user of the server',
    async () => {
      await createDatabase();
      const backups = join(folder, 'backups');
      mkdirSync(backups, { mode: 0o700 });
      spawnSync('chown', ['1234:1234', folder, database]);
      const { problems } = await runDoctor({ BACKUP_DIR: backups });
      expect(problems).toEqual([expect.stringContaining(`chown -R 1234:1234 ${backups}`)]);
    },
  );

  test('doctor compares APP_URL and TRUST_PROXY with requests', async () => {
    await createDatabase();
    const seen = {
      forwardedAt: '2026-11-20T08:00:00.000Z',
      refusedOrigin: 'https://deals.fund.example',
      refusedAt: '2026-11-20T08:00:00.000Z',
    };
    writeFileSync(`${database}.requests`, JSON.stringify(seen));
    expect((await runDoctor({ APP_URL: 'http://box' })).problems).toEqual([
      expect.stringContaining('Set TRUST_PROXY'),
      expect.stringContaining('set APP_URL=https://deals.fund.example'),
    ]);
    const mended = { APP_URL: 'https://deals.fund.example', TRUST_PROXY: '1' };
    expect((await runDoctor(mended)).problems).toEqual([]);
  });

  test.skipIf(process.getuid?.() !== 0)(
    'doctor names files that root left in the data folder',
    async () => {
      await createDatabase();
      spawnSync('chown', ['1234:1234', folder]);
      const { problems } = await runDoctor();
      expect(problems).toEqual([expect.stringContaining(`chown 1234:1234 ${database}`)]);
    },
  );
});

describe('npm run account list (rule 27.10)', () => {
  test('account list shows last login and second factor', async () => {
    await createDatabase();
    const run = (...args: string[]) =>
      spawnSync(process.execPath, ['scripts/command.mjs', 'account', ...args], {
        encoding: 'utf8',
        env: { ...process.env, DATABASE_URL: `file:${database}` },
      });
    run('create', 'ana@fund.example', '--role', 'admin');
    const { status, stdout } = run('list');
    expect(status).toBe(0);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.split(/ +/)),
    ).toEqual([
      ['EMAIL', 'ROLE', 'STATE', 'LAST-LOGIN', 'SECOND-FACTOR'],
      ['ana@fund.example', 'admin', 'approved', '-', '-'],
    ]);
  });
});
