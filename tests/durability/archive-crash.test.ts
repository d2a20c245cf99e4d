import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CommandResult, runCommand } from '../support/command';
import { copyFund, createFund, FUND, type Fund, readFund } from '../support/fund';
import { ROUNDS } from './rounds';

const FORMER = { ...FUND, companies: ['Former'] };

let folder: string;
let original: Awaited<ReturnType<typeof createFund>>;
let archive: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pipeline-archive-crash-'));
  original = await createFund();
  archive = join(folder, 'moved.tar');
  expect((await writeArchive(original, archive)).code).toBe(0);
});
afterAll(async () => {
  await original.remove();
  rmSync(folder, { recursive: true });
});

const newFolder = () => mkdtempSync(join(folder, 'new-'));
const run = (database: string, args: string[], env: Record<string, string> = {}) =>
  runCommand(args[0]!, args.slice(1), {
    DATABASE_URL: `file:${database}`,
    BACKUP_DIR: '',
    SESSION_SECRET: '',
    ...env,
  });
const writeArchive = ({ database }: Pick<Fund, 'database'>, file: string, env = {}) =>
  run(database, ['backup', '--archive', file], env);
const restore = (database: string, file: string, env = {}) => run(database, ['restore', file], env);

const KILLER = { NODE_OPTIONS: '--import=./tests/support/kill-at.mjs', KILL_WRITES: '1' };

async function killEverywhere(
  work: (killer: Record<string, string>) => Promise<CommandResult>,
  check: (point: string) => Promise<void>,
): Promise<void> {
  const counter = join(newFolder(), 'count');
  await work({ ...KILLER, COUNT_FILE: counter });
  const steps = Number(readFileSync(counter, 'utf8'));
  const distance = Math.max(1, steps / ROUNDS.archiveKills);
  for (let at = 1; at <= steps; at += distance)
    for (const when of ['before', 'after']) {
      const step = String(Math.floor(at));
      const { code } = await work({ ...KILLER, KILL_AT: step, KILL_WHEN: when });
      const point = `${when} step ${step} of ${steps}`;
      expect(code, point).toBe(137);
      await check(point);
    }
}

function isWhole(database: string): boolean {
  const connection = new SQLite(database, { readonly: true });
  try {
    return connection.pragma('integrity_check', { simple: true }) === 'ok';
  } finally {
    connection.close();
  }
}

describe('an archive command that is killed', () => {
  test('an archive is complete or absent and the next try succeeds', async () => {
    let fund: Fund;
    let file: string;
    await killEverywhere(
      (killer) => {
        fund = copyFund(original, folder);
        file = join(newFolder(), 'fund.tar');
        return writeArchive(fund, file, killer);
      },
      async (point) => {
        expect(readFund(fund.database), point).toEqual(FUND);
        if (!existsSync(file)) expect((await writeArchive(fund, file)).code, point).toBe(0);
        await expectRestores(file, point);
      },
    );
  }, 600_000);

  async function expectRestores(file: string, point: string): Promise<void> {
    const database = join(newFolder(), 'data', 'test.db');
    expect(await restore(database, file), point).toMatchObject({ code: 0, err: '' });
    expect(readFund(database), point).toEqual(FUND);
  }

  test('an unfinished archive does not count as a backup', async () => {
    let file: string;
    await killEverywhere(
      (killer) => {
        file = join(newFolder(), 'fund.tar');
        return writeArchive(copyFund(original, folder), file, killer);
      },
      async (point) => {
        for (const name of readdirSync(dirname(file)).filter((left) => left !== 'fund.tar')) {
          const database = join(newFolder(), 'test.db');
          const { code } = await restore(database, join(dirname(file), name));
          // Complete but for its name, or refused.
          if (code === 0) expect(readFund(database).companies, point).toEqual(FUND.companies);
          else expect(existsSync(database), point).toBe(false);
        }
      },
    );
  }, 600_000);
});

describe('a killed restore from an archive', () => {
  test('a killed restore leaves the old or the restored fund', async () => {
    let fund: Fund;
    await killEverywhere(
      (killer) => {
        fund = copyFund(original, folder);
        renameCompany(fund.database, 'Former');
        return restore(fund.database, archive, killer);
      },
      async (point) => {
        expect(isWhole(fund.database), point).toBe(true);
        expect([FORMER, FUND], point).toContainEqual(readFund(fund.database));
        await expectNextTry(fund.database, point);
      },
    );
  }, 600_000);

  test('a killed restore on a new machine leaves all or nothing', async () => {
    let database: string;
    await killEverywhere(
      (killer) => {
        database = join(newFolder(), 'data', 'test.db');
        return restore(database, archive, killer);
      },
      async (point) => {
        if (existsSync(database)) expect(readFund(database).files, point).toEqual(FUND.files);
        await expectNextTry(database, point);
      },
    );
  }, 600_000);

  function renameCompany(database: string, name: string): void {
    const connection = new SQLite(database);
    connection.prepare('update pipelines set company_name = ?').run(name);
    connection.close();
  }

  async function expectNextTry(database: string, point: string): Promise<void> {
    expect(await restore(database, archive), point).toMatchObject({ code: 0, err: '' });
    expect(readFund(database), point).toEqual(FUND);
    const left = readdirSync(dirname(database)).filter((name) => !name.includes('before-restore'));
    expect(
      left.filter((name) => /restoring|unfinished/.test(name)),
      point,
    ).toEqual([]);
  }
});
