import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { PROGRAM } from '../support/litestream';
import { ADMIN, createMachine, type Machine, readSections } from './machine';

/**
 * Runs the blocks of docs/operations.md as they are written, on scratch machines: folders that take the
 * place of `/`, with stand-ins for the programs that would change the real one.
 */
const sections = readSections('docs/operations.md');
/** There is one among the packages for Linux on x64. */
const HAS_LITESTREAM = existsSync(PROGRAM);
const run = new Set<string>();
const machines: Machine[] = [];
afterEach(async () => {
  for (const machine of machines.splice(0)) await machine.remove();
});

/** Returns the blocks of a section: those for Docker, or all others. */
function listBlocks(title: string, { docker = false } = {}): string[] {
  const section = sections.find((candidate) => candidate.title === title);
  if (!section) throw new Error(`docs/operations.md has no section "${title}".`);
  return section.blocks.filter((block) => isForDocker(block) === docker);
}

function isForDocker(block: string): boolean {
  return block.includes('docker compose') || block.includes('moved.tar .env');
}

async function startMachine(peer?: Machine): Promise<Machine> {
  const machine = await createMachine(peer);
  machines.push(machine);
  machine.unpackRelease('/opt/deal-pipeline');
  return machine;
}

async function runBlock(machine: Machine, block: string, names?: Record<string, string>) {
  run.add(block);
  const { code, output } = await machine.run(block, names);
  expect(code, `${block}\n${output}`).toBe(0);
  return output;
}

/** Installs with systemd as the page says, and starts the server. */
async function install(machine: Machine): Promise<void> {
  for (const block of listBlocks('systemd')) await runBlock(machine, block);
  await machine.waitUntilServing();
}

const ORIGIN = 'https://deals.fund.example';

/** Sends a request as a browser behind the proxy does. */
async function send(machine: Machine, path: string, init: RequestInit & { cookie?: string } = {}) {
  const { cookie, headers, ...rest } = init;
  return fetch(machine.base + path, {
    ...rest,
    redirect: 'manual',
    headers: { Origin: ORIGIN, ...(cookie && { Cookie: cookie }), ...headers },
  });
}

async function signIn(machine: Machine): Promise<string> {
  const answer = await send(machine, '/api/auth/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  expect(answer.status).toBe(200);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
}

async function addDeal(machine: Machine, companyName: string): Promise<void> {
  const cookie = await signIn(machine);
  const created = await send(machine, '/api/pipelines', {
    method: 'POST',
    cookie,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ companyName }),
  });
  expect(created.status).toBe(201);
  const { id } = (await created.json()) as { id: number };
  const body = new FormData();
  body.set('file', new File([`Deck of ${companyName}`], 'deck.txt'));
  const files = `/api/pipelines/${id}/files`;
  expect((await send(machine, files, { method: 'POST', cookie, body })).status).toBe(201);
}

/** Returns the company of each deal with the text of its attachment. */
async function listDeals(machine: Machine): Promise<Record<string, string>> {
  const cookie = await signIn(machine);
  const get = (path: string) => send(machine, path, { cookie });
  const deals = (await (await get('/api/pipelines')).json()) as {
    id: number;
    companyName: string;
  }[];
  const found: Record<string, string> = {};
  for (const { id, companyName } of deals) {
    const path = `/api/pipelines/${id}/files`;
    const [file] = (await (await get(path)).json()) as { id: number }[];
    found[companyName] = await (await get(`${path}/${file!.id}`)).text();
  }
  return found;
}

/** Names in the page that stand for what a machine has. */
const BACKUP_NAME = 'pipeline-20261121T031500.123Z.db';
const UPGRADE_BACKUP_NAME = 'pipeline-20261121T031500.123Z-before-v39.db';
const MOMENT = '2026-11-21T09:30:00Z';

function newestFile(machine: Machine, folder: string, pattern: RegExp): string {
  const names = readdirSync(join(machine.root, folder)).filter((name) => pattern.test(name));
  return names.sort().at(-1)!;
}

const DEALS = { Quillmoor: 'Deck of Quillmoor' };

/** Waits until the standby's folder has the database, the attachment and the secret. */
async function waitForStandby(machine: Machine, folder: string): Promise<void> {
  const has = (name: RegExp) =>
    readdirSync(join(machine.root, folder), { recursive: true, encoding: 'utf8' }).some((path) =>
      name.test(path),
    );
  await expect
    .poll(() => [/\.wal\.lz4$/, /[\da-f]{64}$/, /secret/].every(has), { timeout: 30_000 })
    .toBe(true);
  await pause(1_500);
}

describe('a machine with systemd', () => {
  test('systemd restores its own backup', async () => {
    const machine = await startMachine();
    await install(machine);
    await addDeal(machine, 'Quillmoor');
    for (const block of listBlocks('Back up')) await runBlock(machine, block);
    await addDeal(machine, 'Written later');

    const name = newestFile(machine, 'var/lib/deal-pipeline/backups', /Z\.db$/);
    for (const block of listBlocks('Restore'))
      await runBlock(machine, block, { [BACKUP_NAME]: name });
    await machine.waitUntilServing();
    expect(await listDeals(machine)).toEqual(DEALS);
  });

  test('systemd moves to another machine with its attachments', async () => {
    const target = await startMachine();
    const source = await startMachine(target);
    await install(source);
    await addDeal(source, 'Quillmoor');

    const [leave, arrive] = listBlocks('Move to another machine');
    await runBlock(source, leave!);
    await runBlock(target, listBlocks('systemd')[0]!);
    await runBlock(target, arrive!);
    await target.waitUntilServing();
    expect(await listDeals(target)).toEqual(DEALS);
  });

  test('systemd upgrades and returns to the previous release', async () => {
    const machine = await startMachine();
    await install(machine);
    await addDeal(machine, 'Quillmoor');
    machine.unpackRelease('/opt/deal-pipeline.new', { isNewer: true });
    for (const block of listBlocks('Upgrade')) await runBlock(machine, block);
    await machine.waitUntilServing();
    await addDeal(machine, 'Written after the upgrade');

    const name = newestFile(machine, 'var/lib/deal-pipeline/backups', /-before-v/);
    for (const block of listBlocks('Go back'))
      await runBlock(machine, block, { [UPGRADE_BACKUP_NAME]: name });
    await machine.waitUntilServing();
    expect(await listDeals(machine)).toEqual(DEALS);
  });

  test.skipIf(!HAS_LITESTREAM)('systemd recovers from its standby', async () => {
    const lost = await startMachine();
    await install(lost);
    for (const block of listBlocks('Set it up')) await runBlock(lost, block);
    await lost.waitUntilServing();
    await addDeal(lost, 'Quillmoor');
    await waitForStandby(lost, 'mnt/standby/pipeline');
    await lost.powerOff();

    const machine = await startMachine();
    await runBlock(machine, listBlocks('systemd')[0]!);
    const disk = 'mnt/standby';
    cpSync(join(lost.root, disk), join(machine.root, disk), { recursive: true });
    const settings = join(machine.root, disk, 'pipeline/deal-pipeline.env');
    writeFileSync(settings, readFileSync(settings, 'utf8').replaceAll(lost.root, machine.root));
    for (const block of listBlocks('If the machine is lost')) await runBlock(machine, block);
    await machine.waitUntilServing();
    expect(await listDeals(machine)).toEqual(DEALS);
  });

  test.skipIf(!HAS_LITESTREAM)('systemd recovers to a moment and tests its standby', async () => {
    const machine = await startMachine();
    await install(machine);
    for (const block of listBlocks('Set it up')) await runBlock(machine, block);
    await machine.waitUntilServing();
    await addDeal(machine, 'Quillmoor');
    await waitForStandby(machine, 'mnt/standby/pipeline');
    const moment = new Date().toISOString();
    await addDeal(machine, 'Written later');
    await pause(2_000);

    for (const block of listBlocks('Test it once a month')) await runBlock(machine, block);
    for (const block of listBlocks('Go back to a moment'))
      await runBlock(machine, block, { [MOMENT]: moment });
    await machine.waitUntilServing();
    expect(await listDeals(machine)).toEqual(DEALS);
  });
});

describe('a machine with Docker', () => {
  const docker = { docker: true };

  test('Docker restores its own backup', async () => {
    const machine = await startMachine();
    for (const block of listBlocks('Docker', docker)) await runBlock(machine, block);
    await machine.waitUntilServing();
    await addDeal(machine, 'Quillmoor');
    for (const block of listBlocks('Back up', docker)) await runBlock(machine, block);
    await addDeal(machine, 'Written later');

    const name = newestFile(machine, 'opt/deal-pipeline/backups', /Z\.db$/);
    for (const block of listBlocks('Restore', docker))
      await runBlock(machine, block, { [BACKUP_NAME]: name });
    await machine.waitUntilServing();
    expect(await listDeals(machine)).toEqual(DEALS);
  });

  test('Docker moves to another machine with its attachments', async () => {
    const target = await startMachine();
    const source = await startMachine(target);
    for (const block of listBlocks('Docker', docker)) await runBlock(source, block);
    await source.waitUntilServing();
    await addDeal(source, 'Quillmoor');

    const [leave, arrive] = listBlocks('Move to another machine', docker);
    await runBlock(source, leave!);
    cpSync(join(target.root, 'root/.env'), join(target.root, 'opt/deal-pipeline/.env'));
    await runBlock(target, arrive!);
    await target.waitUntilServing();
    expect(await listDeals(target)).toEqual(DEALS);
  });

  test.skipIf(!HAS_LITESTREAM)('Docker recovers from its standby', async () => {
    const lost = await startMachine();
    for (const block of listBlocks('Docker', docker)) await runBlock(lost, block);
    for (const block of listBlocks('Set it up', docker)) await runBlock(lost, block);
    await lost.waitUntilServing();
    await addDeal(lost, 'Quillmoor');
    await waitForStandby(lost, 'mnt/standby/pipeline');
    await lost.powerOff();

    const machine = await startMachine();
    const disk = 'mnt/standby';
    cpSync(join(lost.root, disk), join(machine.root, disk), { recursive: true });
    const settings = `SITE=deals.fund.example\nCOMPOSE_PROFILES=standby\nSTANDBY_DIR=${join(machine.root, disk, 'pipeline')}\n`;
    writeFileSync(join(machine.root, 'opt/deal-pipeline/.env'), settings);
    for (const block of listBlocks('If the machine is lost', docker))
      await runBlock(machine, block);
    await machine.waitUntilServing();
    expect(await listDeals(machine)).toEqual(DEALS);
  });
});

test('a plain installation starts with one line', async () => {
  const machine = await startMachine();
  for (const block of listBlocks('Plain')) await runBlock(machine, block);
  await machine.waitUntilServing();
});

test.skipIf(!HAS_LITESTREAM)('every block of the page was run', () => {
  const blocks = sections.flatMap((section) => section.blocks);
  expect(blocks.filter((block) => !run.has(block))).toEqual([]);
});
