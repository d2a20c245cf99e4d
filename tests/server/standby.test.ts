import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { signIn } from '../support/actors';
import { buildEmail, filePart, textPart } from '../support/emails';
import { type Litestream, startLitestream } from '../support/litestream';
import { type RunningServer, startServer } from '../support/running-server';
import { hashBytes, postDeal, postFile, runCommand, runRecover } from '../support/standby';

/** Loses a server and recovers it from its standby on another machine. */
let copy: Litestream;
let server: RunningServer;
let cookie: string;
let box: string;
let lostAt: Date;
const deck = Buffer.from('the deck');
const model = Buffer.alloc(3_000_000, 'model');
const pitch = Buffer.from('a pitch that nobody has decided on');
const copied = (bytes: Buffer) => join(copy.standby, 'files', hashBytes(bytes));
const WAIT = { timeout: 40_000, interval: 100 };
beforeAll(async () => {
  copy = startLitestream();
  box = mkdtempSync(join(tmpdir(), 'pipeline-recover-'));
  server = await startServer({ env: { STANDBY_DIR: copy.standby, SESSION_SECRET: '' } });
  copy.follow(server.database);
  cookie = await signIn(server);
  const email = buildEmail({ parts: [textPart('Our pitch'), filePart('pitch.pdf', pitch)] });
  const headers = { 'Content-Type': 'message/rfc822' };
  await server.ask('POST', '/api/inbox/email', { cookie, body: email, headers });
  const deal = await postDeal(server, cookie, 'Gantrywell');
  expect(await postFile(server, cookie, deal, { name: 'deck.pdf', bytes: deck })).toBe(201);
  expect(await postFile(server, cookie, deal, { name: 'model.xlsx', bytes: model })).toBe(201);
  await vi.waitUntil(() => [deck, model, pitch].map(copied).every(existsSync), WAIT);
  await vi.waitUntil(async () => (await copy.companies()).includes('Gantrywell'), WAIT);
  const owner = join(copy.standby, 'owner.json');
  await vi.waitUntil(() => readFileSync(owner, 'utf8').includes('"generation"'), WAIT);
  await server.kill();
  await copy.kill();
  await pause(1_000);
  lostAt = new Date();
  expect(server.log()).not.toContain('The standby is not in step');
});
afterAll(async () => {
  await server.stop();
  await copy.remove();
  rmSync(box, { recursive: true });
});

let machines = 0;
function otherMachine(): string {
  return join(box, `machine-${machines++}`, 'test.db');
}
const left = (database: string) => readdirSync(dirname(database)).sort();
const WHOLE = ['test.db', 'test.db.files', 'test.db.lock', 'test.db.secret', 'test.db.standby'];

describe('npm run recover (rule 22.9)', () => {
  test('recover restores deals, files and sessions only', async () => {
    const database = otherMachine();
    const { code, out, err } = await runRecover(database, [copy.standby]);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('Everything is back');
    expect(left(database)).toEqual(WHOLE);
    expect(readFileSync(join(`${database}.files`, hashBytes(model))).equals(model)).toBe(true);
    const replacement = await startServer({
      dir: dirname(database),
      env: { SESSION_SECRET: '', STANDBY_DIR: '' },
    });
    const { status, text } = await replacement.ask('GET', '/api/pipelines', { cookie });
    await replacement.stop();
    expect([status, text]).toEqual([200, expect.stringContaining('Gantrywell')]);
  });

  test('recover replaces a database only with --replace, saving it', async () => {
    const database = otherMachine();
    await runRecover(database, [copy.standby]);
    const before = readFileSync(database);
    const refused = await runRecover(database, [copy.standby]);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('is there already')]);
    expect(readFileSync(database).equals(before)).toBe(true);
    const { code, out } = await runRecover(database, [copy.standby, '--replace']);
    expect(code).toBe(0);
    const [kept] = left(database).filter((name) => !WHOLE.includes(name));
    expect(kept).toMatch(/^test\.db\.before-recover-/);
    expect(out).toContain(kept);
  });

  test('recover names missing or damaged contents by deal and file', async () => {
    const damaged = copied(deck);
    writeFileSync(damaged, 'The deck');
    const database = otherMachine();
    const { code, out, err } = await runRecover(database, [copy.standby]);
    writeFileSync(damaged, deck);
    expect([code, err]).toEqual([1, 'Missing file: Gantrywell: deck.pdf']);
    expect(out).toContain('Files: 2,');
    expect(left(database)).toEqual(WHOLE);
  });

  test('recover restores files of inbox items, removed ones too', async () => {
    const removed = join(copy.standby, 'removed', hashBytes(pitch));
    mkdirSync(dirname(removed), { recursive: true });
    renameSync(copied(pitch), removed);
    const database = otherMachine();
    const { code, err } = await runRecover(database, [copy.standby]);
    expect([code, err]).toEqual([0, '']);
    expect(readFileSync(join(`${database}.files`, hashBytes(pitch))).equals(pitch)).toBe(true);

    rmSync(removed);
    const lost = await runRecover(otherMachine(), [copy.standby]);
    writeFileSync(copied(pitch), pitch);
    const record = 'Wickham Valves, seed round (in the inbox)';
    expect([lost.code, lost.err]).toEqual([1, `Missing file: ${record}: pitch.pdf`]);
  });

  test('recover accepts a moment unless before the first copy', async () => {
    const database = otherMachine();
    const early = await runRecover(database, [copy.standby, '--at', '2020-01-01T00:00:00Z']);
    expect([early.code, early.err]).toEqual([1, expect.stringContaining('the copies begin later')]);
    expect(left(database)).toEqual(['test.db.lock']);
    const now = new Date().toISOString();
    const { code, out } = await runRecover(database, [copy.standby, '--at', now]);
    expect([code, out]).toEqual([0, expect.stringContaining('Everyone has to sign in again')]);
  });

  test('recover gives the reason why copies cannot be read', async () => {
    const damaged = join(box, 'damaged');
    cpSync(copy.standby, damaged, { recursive: true, preserveTimestamps: true });
    const [snapshot] = globSync(join(damaged, 'database/generations/*/snapshots/*'));
    writeFileSync(snapshot!, 'no snapshot');
    const { code, err } = await runRecover(otherMachine(), [damaged]);
    expect([code, err]).toEqual([1, expect.stringMatching(/^Not recovered: .*lz4/)]);
  });

  test('recover gives nothing later than the moment', async () => {
    const [copied] = globSync(join(copy.standby, 'database/generations/*/snapshots/*'));
    const second = Math.floor(statSync(copied!).mtimeMs / 1_000) * 1_000;
    const at = new Date(second).toISOString();
    const { code, err } = await runRecover(otherMachine(), [copy.standby, '--at', at]);
    expect([code, err]).toEqual([1, expect.stringContaining('the copies begin later')]);
  });

  test('recover explains a wrong call and changes nothing', async () => {
    const database = otherMachine();
    for (const args of [[], [copy.standby, '--at', 'yesterday'], [copy.standby, '--nonsense']])
      expect(await runRecover(database, args)).toMatchObject({ code: 2, out: '' });
    const nowhere = await runRecover(database, [join(box, 'nowhere')]);
    expect([nowhere.code, nowhere.err]).toEqual([1, expect.stringContaining('does not exist')]);
    expect(await runRecover(database, ['--help'])).toMatchObject({ code: 0, err: '' });
    expect(existsSync(database)).toBe(false);
  });

  test("recover takes the lost server's copies, not a newcomer's", async () => {
    const newcomer = await startServer();
    copy.follow(newcomer.database);
    await expect.poll(() => copy.generations(), { timeout: 30_000 }).toBe(2);
    await copy.kill();
    await newcomer.stop();
    const database = otherMachine();
    const { code, out } = await runRecover(database, [copy.standby]);
    expect(code).toBe(0);
    expect(out).toContain('Deals: 1');
    expect(out).toMatch(
      /^Not used: the copies .*, which the lost server did not name as its own$/m,
    );

    const former = await runRecover(otherMachine(), [copy.standby, '--at', lostAt.toISOString()]);
    expect([former.code, former.err]).toEqual([0, '']);
    const moment = /^Database: .*, as it was on (.*)$/m.exec(former.out)?.[1];
    expect(new Date(moment!).getTime()).toBeLessThanOrEqual(lostAt.getTime());
    expect(former.out).toMatch(/^Not used: the copies .*, which go on later$/m);
  });
});

describe('a restore beside Litestream (rule 22.9)', () => {
  test('restore is refused while Litestream reads the database', async () => {
    const database = otherMachine();
    await runRecover(database, [copy.standby]);
    const backup = join(box, 'backup.db');
    copyFileSync(database, backup);
    copy.follow(database);
    const readsLog = () => existsSync(`${database}-wal`) && statSync(`${database}-shm`).size > 0;
    await vi.waitUntil(readsLog, WAIT);
    const before = readFileSync(database);
    const refused = await runCommand('restore', database, [backup]);
    expect(refused).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(/^Not restored: .*Stop the server and the standby \(Litestream\)/),
    });
    expect(readFileSync(database).equals(before)).toBe(true);
    await copy.kill();
    const { code, out } = await runCommand('restore', database, [backup]);
    expect([code, out]).toEqual([0, expect.stringContaining('was restored from')]);
  });
});
