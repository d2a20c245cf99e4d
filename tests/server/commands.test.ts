import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeError } from '~/commands/command-line';
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

test.each([
  ['account', ['promote', 'ana@fund.example', 'admin'], { npm_config_role: 'true' }, 'role'],
  ['account', ['create', 'ana@fund.example', 'Ann'], { npm_config_first: 'true' }, 'first'],
  ['backup', ['fund.tar'], { npm_config_archive: 'true' }, 'archive'],
  ['recover', ['/mnt/a'], { npm_config_replace_registry_host: 'true' }, 'replace'],
  ['recover', [], { npm_config_replace_registry_host: '/mnt/a' }, 'replace'],
  ['recover', ['b'], { npm_config_replace_registry_host: '--at' }, 'replace'],
] as const)('%s %j with %j says what to type', async (name, args, env, option) => {
  expect(await run(name, [...args], env)).toEqual({
    code: 2,
    out: '',
    err: `npm did not pass on --${option}. Write -- before the options: npm run ${name} -- …; nothing was changed (help: npm run ${name} -- --help)`,
  });
});

test('npm takes no other option for an abbreviation', async () => {
  const listed = execFileSync('npm', ['config', 'list', '--long', '--json'], { encoding: 'utf8' });
  const settings = Object.keys(JSON.parse(listed) as object);
  const helps = ['doctor', 'backup', 'restore', 'recover', 'account'].map(
    async (name) => (await run(name, ['--help'])).out,
  );
  const options = (await Promise.all(helps)).join().matchAll(/--([a-z][\w-]*)/g);
  const taken = [...options].filter(([, option]) =>
    settings.some((setting) => setting.startsWith(option!)),
  );
  expect([...new Set(taken.map(([option]) => option))].sort()).toEqual(['--replace', '--version']);
});

test("npm's own setting replace-registry-host stops no recovery", async () => {
  const { err } = await run('recover', [join(folder, 'none')], {
    npm_config_replace_registry_host: 'registry.fund.example',
  });
  expect(err).toMatch(/^Not recovered: /);
});

test('a full disk names the copy that was written, not its source', () => {
  const error = Object.assign(new Error('ENOSPC: no space left on device'), {
    code: 'ENOSPC',
    path: '/backups/pipeline.db',
    dest: '/data/pipeline.db.restoring/restored.db',
  });
  expect(describeError(error)).toBe(
    '/data/pipeline.db.restoring/restored.db cannot be written: the disk is full',
  );
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
