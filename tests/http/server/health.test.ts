import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { formatTimestamp } from '#db/backup';
import { getDatabasePath } from '#db/client';

/** Imports the module anew, because it holds settings and a cached answer. */
async function readHealth(settings: Record<string, string> = {}) {
  vi.resetModules();
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const { openDatabase } = await import('#db/client');
  openDatabase(process.env.DATABASE_URL!);
  return (await import('~/http/server/health.server')).getHealth();
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pipeline-health-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  (await import('#db/client')).closeDatabase();
  rmSync(folder, { recursive: true });
});

function storeBackup(age: number): void {
  const backup = new SQLite(join(folder, `test-${formatTimestamp(new Date(Date.now() - age))}.db`));
  backup.exec('create table users (id text)').close();
}
const HOUR = 3_600_000;

describe('readiness (rule 27.5)', () => {
  test.each([
    [1, 'ok'],
    [5, 'warn'],
    [7, 'fail'],
  ])('a backup %i h old is %s with an interval of 2 h', async (hours, state) => {
    storeBackup(hours * HOUR);
    const { ok, checks } = await readHealth({ BACKUP_DIR: folder, BACKUP_EVERY: '2h' });
    expect([checks.backups, ok]).toEqual([state, state !== 'fail']);
  });

  test('an unreachable standby fails readiness', async () => {
    const { ok, checks } = await readHealth({ STANDBY_DIR: join(folder, 'away') });
    expect([checks.standby, ok]).toEqual(['fail', false]);
  });

  test('a standby that is outdated for 5 minutes fails readiness', async () => {
    const { getOutdatedStandbyState } = await import('~/http/server/health.server');
    expect([4, 6].map((minutes) => getOutdatedStandbyState(minutes * 60_000))).toEqual([
      'warn',
      'fail',
    ]);
  });

  test('a data folder that is not writable fails readiness', async () => {
    const obstacle = `${getDatabasePath(process.env.DATABASE_URL!)}.probe`;
    mkdirSync(obstacle);
    const { checks } = await readHealth();
    rmSync(obstacle, { recursive: true });
    expect(checks).toMatchObject({ writes: 'fail', database: 'ok' });
  });

  test('less than 1 GB of free disk fails readiness', async () => {
    const { getDiskState } = await import('~/http/server/health.server');
    expect([0.9, 1.5, 3].map((gigabytes) => getDiskState(gigabytes * 1024 ** 3))).toEqual([
      'fail',
      'warn',
      'ok',
    ]);
  });
});
