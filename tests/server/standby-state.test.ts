import { spawnSync } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { signIn } from '../support/actors';
import { type Litestream, startLitestream } from '../support/litestream';
import { type RunningServer, startServer } from '../support/running-server';
import { postDeal, runRecover } from '../support/standby';

/** Asks a server whose Litestream dies before a single write. */
let copy: Litestream;
let server: RunningServer;
let cookie: string;
const WAIT = { timeout: 30_000, interval: 500 };
beforeAll(async () => {
  copy = startLitestream();
  server = await startServer({ env: { STANDBY_DIR: copy.standby } });
  copy.follow(server.database);
  cookie = await signIn(server);
  await postDeal(server, cookie, 'Gantrywell');
  await vi.waitUntil(async () => (await copy.companies()).includes('Gantrywell'), WAIT);
});
afterAll(async () => {
  await server.stop();
  await copy.remove();
});

function runDoctor() {
  const { status, stdout } = spawnSync(process.execPath, ['scripts/command.mjs', 'doctor'], {
    encoding: 'utf8',
    env: {
      ...process.env,
      DATABASE_URL: `file:${server.database}`,
      STANDBY_DIR: copy.standby,
      SMTP_URL: '',
    },
  });
  const line = stdout.split('\n').find((text) => /standby/i.test(text));
  return { status, line };
}
const readState = async () => {
  const { text } = await server.ask('GET', '/readyz');
  return (JSON.parse(text) as { checks: { standby: string } }).checks.standby;
};
const readSystemPage = async () => (await server.ask('GET', '/admin/system', { cookie })).text;
const countLogged = () => server.log().split('The standby is not in step').length - 1;

describe('a standby that is not up to date (rule 22.10)', () => {
  test('doctor finds a standby in step while writes go on', async () => {
    await postDeal(server, cookie, 'Fenharrow');
    expect(runDoctor()).toEqual({ status: 0, line: 'OK: Standby' });
    await expect.poll(readState, WAIT).toBe('ok');
    expect(countLogged()).toBe(0);
  });

  test('a standby of another server is no standby', async () => {
    const owner = join(copy.standby, 'owner.json');
    const other = { id: 'other', host: 'other', database: '/x.db', boot: 'x', at: Date.now() };
    const findOther = () => {
      renameSync(owner, `${owner}.own`);
      writeFileSync(owner, JSON.stringify(other));
      const found = runDoctor();
      renameSync(`${owner}.own`, owner);
      return found;
    };
    // The server may write its own name in between.
    await expect
      .poll(findOther, WAIT)
      .toEqual({ status: 1, line: expect.stringContaining('belongs to the server') });
    await expect.poll(readState, WAIT).toBe('ok');
  });

  test('one write without Litestream is noticed everywhere', async () => {
    const before = countLogged();
    await copy.kill();
    await postDeal(server, cookie, 'Quillmoor');
    await expect.poll(readSystemPage, { timeout: 9_000 }).toContain('is Litestream running?');
    const logged = countLogged();
    expect(logged).toBeGreaterThan(before);
    expect(runDoctor()).toEqual({ status: 1, line: expect.stringContaining('not up to date') });
    expect(await readState()).toBe('warn');
    expect(countLogged(), 'once').toBe(logged);
  });

  test('recover names the write that the standby lacks', async () => {
    const database = `${server.database}.recovered`;
    await expect
      .poll(async () => (await runRecover(database, [copy.standby, '--replace'])).err, WAIT)
      .toContain('Lost: changes from');
  });

  test('a standby is up to date again once Litestream runs', async () => {
    copy.follow(server.database);
    await expect.poll(readState, WAIT).toBe('ok');
    expect(runDoctor()).toEqual({ status: 0, line: 'OK: Standby' });
  });
});
