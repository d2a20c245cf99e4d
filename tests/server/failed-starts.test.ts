import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BASELINE_VERSION } from '#db/migrate';
import { checkHealth, loadFixture, readContent } from '../db/content';
import { signIn } from '../support/actors';
import { runProgram } from '../support/command';
import { findFreePort, type RunningServer, startServer } from '../support/running-server';
import { START_ARGUMENTS } from '../support/start-command';

let folder: string;
let database: string;
let server: RunningServer | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pipeline-starts-'));
  database = join(folder, 'test.db');
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const getFlag = () => join(folder, 'full');
/** Leaves half of the reserve free while the file of `getFlag` exists. */
const simulateFullDisk = () => ({
  NODE_OPTIONS: '--import ./tests/support/full-disk.mjs',
  FULL_DISK: getFlag(),
});

const startUntilEnd = (env: Record<string, string>) =>
  runProgram(
    START_ARGUMENTS,
    { DATABASE_URL: `file:${database}`, BCRYPT_COST: '4', ...env },
    30_000,
  );

const readImportStates = (path: string) => {
  const connection = new SQLite(path, { readonly: true });
  const states = connection.prepare('select state from imports').pluck().all();
  connection.close();
  return states;
};

async function leaveImportInReading({ database, ask }: RunningServer, cookie: string) {
  await ask('POST', '/api/pipelines/import', { cookie, csv: 'Company\nGantrywell\n' });
  const connection = new SQLite(database);
  connection.exec("update imports set state = 'reading'");
  connection.close();
}

describe('starts on a nearly full disk (rule 12.41)', () => {
  test('people sign in and read after a start on a full disk', async () => {
    server = await startServer({ dir: folder, env: simulateFullDisk() });
    await leaveImportInReading(server, await signIn(server));
    writeFileSync(getFlag(), 'reserve');
    await server.restart();
    const cookie = await signIn(server);
    expect((await server.ask('GET', '/dashboard', { cookie })).status).toBe(200);
    expect(readImportStates(database)).toEqual(['failed']);
    const written = await server.ask('POST', '/api/pipelines', {
      cookie,
      json: { companyName: 'A' },
    });
    expect(written.status).toBe(507);
  });

  test('an upgrade on a full disk is refused before any change', async () => {
    loadFixture(database);
    const before = readContent(database);
    writeFileSync(getFlag(), 'reserve');
    const started = await startUntilEnd(simulateFullDisk());
    expect(started).toEqual({
      code: 1,
      out: '',
      err: `${database} was not upgraded: less than 100 MB are free on its disk. Free up disk space, then start again; nothing was changed.`,
    });
    expect(checkHealth(database)[2]).toBe(BASELINE_VERSION);
    expect(readContent(database)).toEqual(before);
    expect(existsSync(join(folder, 'backups'))).toBe(false);
  });

  test('a first start on a full disk creates no database', async () => {
    writeFileSync(getFlag(), 'reserve');
    const started = await startUntilEnd(simulateFullDisk());
    expect([started.code, started.err]).toEqual([
      1,
      expect.stringMatching(
        /^\S+ was not created: less than 100 MB are free on its disk\. [^\n]+$/,
      ),
    ]);
    expect(existsSync(database)).toBe(false);
  });
});

describe('starts at a taken port (rule 12.33)', () => {
  let port: number;
  let taken: Server;
  beforeEach(async () => {
    port = await findFreePort();
    taken = createServer().listen(port, '127.0.0.1');
    await once(taken, 'listening');
  });
  afterEach(() => taken.close());

  test('the first password is shown by the start that serves', async () => {
    const failed = await startUntilEnd({ PORT: String(port) });
    expect(failed).toEqual({
      code: 1,
      out: '',
      err: `Port ${port} is in use. Set PORT to another one.`,
    });
    server = await startServer({ dir: folder, env: { ADMIN_PASSWORD: '' } });
    await expect.poll(() => server!.log()).toMatch(/Password: \S+/);
    const [, password] = /Password: (\S+)/.exec(server.log())!;
    const json = { email: 'admin@demo.example', password };
    expect((await server.ask('POST', '/api/auth/login', { json })).status).toBe(200);
  });

  test('imports of the server that holds the port go on', async () => {
    server = await startServer({ dir: folder });
    await leaveImportInReading(server, await signIn(server));
    expect((await startUntilEnd({ PORT: String(server.port) })).code).toBe(1);
    expect(readImportStates(database)).toEqual(['reading']);
  });
});
