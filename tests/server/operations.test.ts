import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROUNDS } from '../durability/rounds';
import { getCookies } from '../support/actors';
import { buildEmail, filePart, textPart } from '../support/emails';
import { ADMIN, type RunningServer, startServer } from '../support/running-server';
import { readWorkbook } from '../support/workbook';

let server: RunningServer;
let cookie: string;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pipeline-operations-'));
  server = await startServer({
    env: { BACKUP_DIR: join(folder, 'scheduled'), BACKUP_EVERY: '1m' },
  });
  cookie = await signIn();
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

async function signIn(credentials = ADMIN): Promise<string> {
  return getCookies(await server.ask('POST', '/api/auth/login', { json: credentials }));
}

function command(
  name: string,
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const settings: NodeJS.ProcessEnv = {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: `file:${server.database}`,
      APP_URL: server.base,
      BACKUP_DIR: join(folder, 'backups'),
      ...env,
    };
    execFile(
      process.execPath,
      ['scripts/command.mjs', name, ...args],
      { env: settings },
      (error, out, err) =>
        resolve({ code: error ? Number(error.code ?? 137) : 0, out: out.trim(), err: err.trim() }),
    );
  });
}

async function until(holds: () => boolean | Promise<boolean>, timeoutMs = 15_000): Promise<void> {
  for (const start = Date.now(); !(await holds()); await pause(50))
    if (Date.now() - start > timeoutMs) throw new Error('It never came.');
}

describe('npm run account (rules 1.24, 1.40 and 2.9)', () => {
  test('account creates, lists, promotes, disables and resets', async () => {
    const created = await command('account', [
      'create',
      'new@fund.example',
      '--first',
      'New',
      '--last',
      'Person',
    ]);
    expect(created).toMatchObject({
      code: 0,
      out: expect.stringContaining('new@fund.example was created.\n') as string,
    });
    const link = new URL(created.out.split('\n')[1]!);
    expect(
      (
        await server.ask('POST', link.pathname, {
          form: { password: 'a-password-of-2026', confirmPassword: 'a-password-of-2026' },
        })
      ).status,
    ).toBe(302);
    const theirs = await signIn({ email: 'new@fund.example', password: 'a-password-of-2026' });
    expect((await server.ask('GET', '/admin', { cookie: theirs })).status).toBe(403);

    expect(
      await command('account', ['promote', 'NEW@fund.example', '--role', 'manager']),
    ).toMatchObject({ code: 0, out: 'NEW@fund.example is now manager.' });
    expect((await server.ask('GET', '/admin', { cookie: theirs })).status).toBe(200);
    const lines = (await command('account', ['list'])).out.split('\n');
    expect(lines.map((line) => line.split(/ +/).filter((_, column) => column !== 3))).toEqual([
      ['EMAIL', 'ROLE', 'STATE', 'SECOND-FACTOR'],
      [ADMIN.email, 'admin', 'approved', '-'],
      ['new@fund.example', 'manager', 'approved', '-'],
    ]);

    expect(await command('account', ['disable', 'new@fund.example'])).toMatchObject({ code: 0 });
    expect((await server.ask('GET', '/admin', { cookie: theirs })).status).toBe(401);
    expect(await command('account', ['enable', 'new@fund.example'])).toMatchObject({ code: 0 });
    expect((await command('account', ['reset', 'new@fund.example'])).out).toMatch(
      /^http.*\/password\/[\w-]{43}$/,
    );

    const again = await signIn({ email: 'new@fund.example', password: 'a-password-of-2026' });
    expect(await command('account', ['reset-second-factor', 'new@fund.example'])).toMatchObject({
      code: 0,
      out: 'The two-step login of new@fund.example was reset.',
    });
    expect((await server.ask('GET', '/admin', { cookie: again })).status).toBe(401);
  });

  test('account explains in one line what it refuses', async () => {
    expect(await command('account', ['create', ADMIN.email])).toEqual({
      code: 1,
      out: '',
      err: 'An account with this email already exists.',
    });
    expect(await command('account', ['create', 'nonsense'])).toEqual({
      code: 1,
      out: '',
      err: 'Please enter a valid email address',
    });
    expect(await command('account', ['reset', 'nobody@fund.example'])).toMatchObject({
      code: 1,
      err: 'There is no account with the email nobody@fund.example.',
    });
    for (const args of [
      ['disable', ADMIN.email],
      ['promote', ADMIN.email, '--role', 'user'],
    ])
      expect(await command('account', args)).toEqual({
        code: 1,
        out: '',
        err: 'This is the last administrator. Promote another account first.',
      });
    expect(await command('account', ['promote', ADMIN.email, '--role', 'king'])).toMatchObject({
      code: 2,
      err: '--role is one of user, manager, admin (help: npm run account -- --help)',
    });
    expect((await command('account', [])).code).toBe(2);
  });
});

test('backups made while people write restore completely', async () => {
  let isWriting = true;
  const acknowledged: string[] = [];
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let n = 0; isWriting; n++) {
      const companyName = `Written ${writer}-${n}`;
      if (
        (
          await server.ask('POST', '/api/pipelines', {
            cookie,
            json: { companyName, industries: ['AI'] },
          })
        ).status === 201
      )
        acknowledged.push(companyName);
    }
  });
  const taken: { file: string; before: string[] }[] = [];
  for (let n = 0; n < ROUNDS.backups; n++) {
    const before = [...acknowledged];
    const { code, out, err } = await command('backup', [], { BACKUP_KEEP: '1000' });
    expect([code, err]).toEqual([0, '']);
    taken.push({ file: out.replace('Backup: ', ''), before });
  }
  expect(await command('restore', [taken[0]!.file])).toEqual({
    code: 1,
    out: '',
    err: `Not restored: ${server.database} is in use by another process. Stop the server and the standby (Litestream) first, or try again in a moment; nothing was changed.`,
  });
  isWriting = false;
  await Promise.all(writers);
  expect(acknowledged.length).toBeGreaterThan(20);

  for (const { file, before } of taken) {
    const database = join(mkdtempSync(join(folder, 'restored-')), 'test.db');
    expect(await command('restore', [file], { DATABASE_URL: `file:${database}` })).toMatchObject({
      code: 0,
      err: '',
    });
    const restored = new SQLite(database, { readonly: true });
    const found = new Set(restored.prepare('select company_name from pipelines').pluck().all());
    expect(before.filter((company) => !found.has(company))).toEqual([]);
    expect(
      restored
        .prepare(
          'select count(*) from pipelines where id not in (select pipeline_id from pipeline_industries)',
        )
        .pluck()
        .get(),
    ).toBe(0);
    restored.close();
  }
});

describe('attachments in backups (rule 26.9)', () => {
  test('a backup brings back the files of inbox items', async () => {
    const other = await startServer();
    const backups = join(folder, 'with-items');
    const there = { DATABASE_URL: `file:${other.database}`, BACKUP_DIR: backups };
    const signedIn = getCookies(await other.ask('POST', '/api/auth/login', { json: ADMIN }));
    const body = buildEmail({ parts: [textPart('See the file.'), filePart('deck.pdf', 'A deck')] });
    const headers = { 'Content-Type': 'message/rfc822' };
    await other.ask('POST', '/api/inbox/email', { cookie: signedIn, body, headers });
    const backup = (await command('backup', [], there)).out.replace('Backup: ', '');
    await other.stop();

    const database = join(mkdtempSync(join(folder, 'restored-')), 'test.db');
    const restored = await command('restore', [backup], {
      ...there,
      DATABASE_URL: `file:${database}`,
    });
    expect(restored).toMatchObject({ code: 0, err: '' });
    const [name] = readdirSync(`${database}.files`);
    expect(readFileSync(join(`${database}.files`, name!), 'utf8')).toBe('A deck');
  });

  test('a restore names files with damaged or missing bytes', async () => {
    const other = await startServer();
    const backups = join(folder, 'with-files');
    const there = { DATABASE_URL: `file:${other.database}`, BACKUP_DIR: backups };
    const signedIn = getCookies(await other.ask('POST', '/api/auth/login', { json: ADMIN }));
    const json = { companyName: 'Gantrywell' };
    const made = await other.ask('POST', '/api/pipelines', { cookie: signedIn, json });
    const { id } = JSON.parse(made.text) as { id: number };
    const add = async (name: string) => {
      const body = `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\nBytes of ${name}\r\n--x--\r\n`;
      const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
      const path = `/api/pipelines/${id}/files`;
      const { status, text } = await other.ask('POST', path, { cookie: signedIn, body, headers });
      expect(status).toBe(201);
      return (JSON.parse(text) as { sha256: string }).sha256;
    };
    const whole = await add('whole.txt');
    const later = { damaged: await add('damaged.txt'), lost: await add('lost.txt') };
    const first = await command('backup', [], there);
    expect(first).toMatchObject({ code: 0, err: '' });
    const copies = join(
      backups,
      readdirSync(backups).find((name) => name.endsWith('-files'))!,
    );
    rmSync(join(copies, later.lost));
    writeFileSync(join(`${other.database}.files`, later.damaged), 'other bytes');
    rmSync(join(`${other.database}.files`, later.lost));
    const second = await command('backup', [], there);
    expect(second).toMatchObject({
      code: 1,
      err: 'The backup does not contain these files: lost.txt',
    });
    rmSync(copies, { recursive: true });
    const third = await command('backup', [], there);
    expect(third.code).toBe(1);
    expect(third.err).toMatch(
      /does not contain these files: (damaged.txt, lost|lost.txt, damaged)/,
    );
    await other.stop();

    const database = join(mkdtempSync(join(folder, 'restored-')), 'test.db');
    const restored = await command(
      'restore',
      [third.out.replace('Backup: ', ''), '--without-files'],
      {
        ...there,
        DATABASE_URL: `file:${database}`,
      },
    );
    expect(restored).toMatchObject({ code: 0, err: '' });
    expect(restored.out).toMatch(/contents of these files are missing or damaged: .*damaged\.txt/);
    expect(restored.out).toMatch(/contents of these files are missing or damaged: .*lost\.txt/);
    expect(restored.out).not.toContain('whole.txt');
    expect(readdirSync(`${database}.files`)).toEqual([whole]);
    expect(readFileSync(join(`${database}.files`, whole), 'utf8')).toBe('Bytes of whole.txt');
  });
});

/** `npm run durability` kills at each step. */

test('a killed restore leaves the old database or the new one', async () => {
  expect(
    (await server.ask('POST', '/api/pipelines', { cookie, json: { companyName: 'Gantrywell' } }))
      .status,
  ).toBe(201);
  const backup = (await command('backup')).out.replace('Backup: ', '');
  const older = readFileSync(backup);
  const database = join(mkdtempSync(join(folder, 'killed-')), 'test.db');
  const names = () => {
    const connection = new SQLite(database, { readonly: true });
    expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
    const found = connection
      .prepare('select company_name from pipelines order by id')
      .pluck()
      .all();
    connection.close();
    return found;
  };
  const isKilled = async (at: number) => {
    writeFileSync(database, older);
    const former = new SQLite(database);
    former.exec("update pipelines set company_name = 'Former'");
    former.close();
    const before = names();
    const { code } = await command('restore', [backup], {
      DATABASE_URL: `file:${database}`,
      NODE_OPTIONS: '--import=./tests/support/kill-at.mjs',
      KILL_AT: String(at),
      KILL_WHEN: at % 2 ? 'before' : 'after',
    });
    const after = names();
    expect([before, restored]).toContainEqual(after);
    return code !== 0;
  };
  writeFileSync(database, older);
  const restored = names();
  expect(restored.length).toBeGreaterThan(0);
  expect(restored).not.toContain('Former');
  let points = 0;
  for (let at = 1; await isKilled(at); at += ROUNDS.backupKillStride) points = at;
  expect(points).toBeGreaterThan(5);
  expect(names()).toEqual(restored);
});

test('the server makes backups by itself', async () => {
  const made = () =>
    existsSync(join(folder, 'scheduled')) ? readdirSync(join(folder, 'scheduled')) : [];
  await until(() => made().some((name) => /^test-.*Z\.db$/.test(name)));
});

test('an unusable database stops the start with one line', async () => {
  const start = (path: string) =>
    new Promise<{ code: number; err: string }>((resolve) => {
      execFile(
        process.execPath,
        ['scripts/start.mjs'],
        {
          env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: `file:${path}` },
        },
        (error, _out, err) => resolve({ code: Number(error?.code ?? 0), err: err.trim() }),
      );
    });
  const sound = readFileSync((await command('backup')).out.replace('Backup: ', ''));
  const damaged = Buffer.from(sound);
  damaged.fill(7, 4096 * 3, 4096 * 6);
  const another = join(folder, 'another.db');
  new SQLite(another).exec('create table notes (text)').close();
  for (const [bytes, why] of [
    [Buffer.alloc(9000, 5), /is not a database, or its beginning is damaged/],
    [damaged, /is damaged/],
    [readFileSync(another), /is a database of another program/],
  ] as const) {
    const path = join(mkdtempSync(join(folder, 'damaged-')), 'test.db');
    writeFileSync(path, bytes);
    const { code, err } = await start(path);
    expect([code, err]).toEqual([1, expect.stringMatching(why)]);
    expect(err).not.toContain('    at ');
    expect(readFileSync(path).equals(bytes)).toBe(true);
  }
});

test('a database damaged since the last start is reported', async () => {
  const damaged = await startServer();
  const cookie = getCookies(await damaged.ask('POST', '/api/auth/login', { json: ADMIN }));
  await damaged.kill();
  const connection = new SQLite(damaged.database);
  connection.exec('analyze');
  connection.pragma('wal_checkpoint(truncate)');
  const page = connection
    .prepare("select rootpage from sqlite_master where name = 'changes_at'")
    .pluck()
    .get() as number;
  connection.close();
  const bytes = readFileSync(damaged.database);
  writeFileSync(damaged.database, bytes.fill(7, 4096 * (page - 1), 4096 * page));
  await damaged.restart();
  await until(() => damaged.log().includes('Restore a backup: npm run restore FILE'));
  const { text } = await damaged.ask('GET', '/admin/system', { cookie });
  expect(text).toMatch(/The database is damaged: [^]*Restore a backup/);
  await damaged.stop();
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('SIGTERM under load finishes accepted work and ends with 0', async () => {
  const busy = await startServer();
  const theirs = getCookies(await busy.ask('POST', '/api/auth/login', { json: ADMIN }));
  const sent = Array.from({ length: 40 }, (_, n) =>
    busy.ask('POST', '/api/pipelines', { cookie: theirs, json: { companyName: `Last ${n}` } }).then(
      ({ status }) => status,
      () => 'not accepted',
    ),
  );
  await pause(40);
  const begin = Date.now();
  process.kill(busy.pid(), 'SIGTERM');
  const answers = await Promise.all(sent);
  await until(() => !isRunning(busy.pid()));
  expect(Date.now() - begin).toBeLessThan(10_000);
  const connection = new SQLite(busy.database, { readonly: true });
  expect(answers.filter((status) => status === 201).length).toBe(
    connection.prepare('select count(*) from pipelines').pluck().get(),
  );
  connection.close();
  expect(answers.filter((status) => status !== 201 && status !== 'not accepted')).toEqual([]);
  expect(await busy.stop()).toBe(0);
});

test('SIGTERM lets an export finish', async () => {
  const busy = await startServer();
  const cookie = getCookies(await busy.ask('POST', '/api/auth/login', { json: ADMIN }));
  const deals = 160;
  const connection = new SQLite(busy.database);
  const add =
    connection.prepare(`insert into pipelines (user_id, company_name, search_text, comments, created_at, updated_at)
    select id, 'Deal', '', ?, 0, 0 from users`);
  // Exceeds the buffers of a connection whose client does not read.
  for (let n = 0; n < deals; n++) add.run(randomBytes(50_000).toString('base64'));
  connection.close();
  const answer = await fetch(`${busy.base}/api/pipelines/export`, { headers: { Cookie: cookie } });
  process.kill(busy.pid(), 'SIGTERM');
  await pause(500);
  expect(isRunning(busy.pid())).toBe(true);
  const { Deals } = readWorkbook(new Uint8Array(await answer.arrayBuffer()));
  expect(Deals).toHaveLength(1 + deals);
  // The server gives running requests eight seconds.
  await until(() => !isRunning(busy.pid()), 5_000);
  expect(await busy.stop()).toBe(0);
});
