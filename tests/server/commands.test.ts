import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../support/command';

let folder: string;
let database: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pipeline-commands-'));
  database = join(folder, 'data', 'pipeline.db');
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (name: string, args: string[], env: Record<string, string> = {}) =>
  runCommand(name, args, { DATABASE_URL: `file:${database}`, ...env });

describe.each(['backup', 'restore', 'account'])('npm run %s', (name) => {
  test('the command prints its help even with wrong settings', async () => {
    const { code, out, err } = await run(name, ['--help'], { PORT: 'nonsense' });
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(`Usage: npm run ${name}`);
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  test('the command prints its version', async () => {
    const { code, out } = await run(name, ['--version']);
    expect(code).toBe(0);
    expect(out).toMatch(/^Deal Pipeline \d+\.\d+\.\d+/);
  });

  test('the command refuses unknown options, changing nothing', async () => {
    for (const args of [['--unknown'], ['one', 'two', 'three']]) {
      const { code, out, err } = await run(name, args);
      expect([code, out, err.split('\n').length]).toEqual([2, '', 1]);
    }
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });
});

test('an option that npm consumed is refused', async () => {
  const { code, err } = await run('account', ['create', 'new@fund.example'], {
    npm_config_role: 'manager',
  });
  expect([code, err]).toEqual([2, expect.stringContaining('npm did not pass on --role')]);
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

test('an error is one line', async () => {
  const { code, err } = await run('backup', []);
  expect([code, err.split('\n').length]).toEqual([1, 1]);
  expect(err).toMatch(/^No backup was made: /);
});

test('an unknown or missing command names those that exist', async () => {
  expect(await run('docter', [])).toEqual({
    code: 2,
    out: '',
    err: 'Unknown command: docter (commands: doctor, backup, restore, recover, account)',
  });
  expect((await run('', [])).err).toMatch(/^A command is missing/);
});

test('a surplus argument of account list is named', async () => {
  const { code, err } = await run('account', ['list', 'ana@fund.example']);
  expect([code, err]).toEqual([2, expect.stringContaining('Unknown argument: ana@fund.example')]);
});

test.each([['list'], ['reset', 'ana@fund.example']])(
  'account %s creates no database',
  async (...args) => {
    const { code, err } = await run('account', args);
    expect([code, err]).toEqual([1, expect.stringMatching(/^There is no database at /)]);
    expect(existsSync(database)).toBe(false);
  },
);
