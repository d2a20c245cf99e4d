import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/client';
import { checkHealth, HEALTHY, loadFixture, readContent } from '../db/content';
import { ADMIN, findFreePort } from '../support/running-server';
import { ROUNDS } from './rounds';

const folder = mkdtempSync(join(tmpdir(), 'pipeline-kill-'));
afterEach(closeDatabase);
afterAll(() => rmSync(folder, { recursive: true }));

async function start(
  database: string,
  env: Record<string, string>,
): Promise<NodeJS.Signals | null> {
  const args = ['--import', './tests/support/kill-at.mjs', 'scripts/start.mjs'];
  const server = spawn(process.execPath, args, {
    stdio: 'ignore',
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(await findFreePort()),
      HOST: '127.0.0.1',
      APP_URL: 'http://localhost',
      DATABASE_URL: `file:${database}`,
      BCRYPT_COST: '4',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...env,
    },
  });
  const [, signal] = (await once(server, 'exit')) as [number | null, NodeJS.Signals | null];
  return signal;
}

/**
 * Kills the start at points spread over all statements and calls `check` after each. Returns the
 * number of kills.
 */
async function killEverywhere(
  name: string,
  prepare: (path: string) => void,
  check: (path: string) => void,
): Promise<number> {
  const counted = join(folder, `${name}.db`);
  prepare(counted);
  expect(await start(counted, { COUNT_FILE: join(folder, 'count') })).toBeNull();
  const statements = Number(readFileSync(join(folder, 'count'), 'utf8'));
  const all = Array.from({ length: statements * 2 }, (_, index) => index);
  const chosen = all.filter(
    (index) =>
      Math.floor((index * ROUNDS.upgradeKills) / all.length) !==
      Math.floor(((index - 1) * ROUNDS.upgradeKills) / all.length),
  );
  const next = chosen.values();
  const killInTurn = async () => {
    for (const index of next) {
      const path = join(folder, `${name}-${index}.db`);
      prepare(path);
      const KILL_AT = String((index >> 1) + 1);
      const KILL_WHEN = index % 2 ? 'after' : 'before';
      const signal = await start(path, { KILL_AT, KILL_WHEN });
      expect(signal, `${name}, ${KILL_WHEN} statement ${KILL_AT}`).toBe('SIGKILL');
      openDatabase(`file:${path}`);
      closeDatabase();
      expect(checkHealth(path)).toEqual(HEALTHY);
      check(path);
    }
  };
  await Promise.all([killInTurn(), killInTurn()]);
  console.log(
    `${name}: ${chosen.length} of ${chosen.length} kills survived, at ${statements} statements`,
  );
  return chosen.length;
}

test('the start after a killed database creation finishes it', async () => {
  const count = await killEverywhere(
    'creation',
    () => undefined,
    (path) => {
      const { users } = readContent(path);
      expect(users!.rows.length).toBeLessThanOrEqual(1);
    },
  );
  expect(count).toBeGreaterThan(0);
}, 600_000);

test('the start after a killed upgrade finishes it without loss', async () => {
  const original = join(folder, 'original.db');
  loadFixture(original);
  // A start deletes what has expired.
  const lasting = ['users', 'pipelines', 'evaluations', 'changes', 'notes', 'tasks', 'files'];
  const all = readContent(original);
  const before = Object.fromEntries(lasting.map((table) => [table, all[table]!]));
  const count = await killEverywhere(
    'upgrade',
    (path) => loadFixture(path),
    (path) => expect(readContent(path, before)).toEqual(before),
  );
  expect(count).toBeGreaterThan(0);
}, 600_000);
