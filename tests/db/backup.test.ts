import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  backUp,
  checkDatabaseFile,
  deleteOldBackups,
  findNewestBackup,
  formatTimestamp,
  isBackupDue,
  listBackups,
} from '#db/backup';
import { closeDatabase, getDatabasePath, openDatabase } from '#db/client';
import { restoreBackup } from '#db/restore';
import { createDeal } from '~/domain/deal/create.server';
import { type Cast, createCast } from '../support/cast';

const DAY = 86_400_000;
const ours = getDatabasePath(process.env.DATABASE_URL!);
let folder: string;
let people: Cast;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pipeline-backup-'));
  people = await createCast();
  await createDeal(people.ana, { companyName: 'Gantrywell', industries: ['AI'] });
});
afterAll(() => rmSync(folder, { recursive: true }));

const companies = (file: string) => {
  const connection = new SQLite(file, { readonly: true });
  const names = connection.prepare('select company_name from pipelines order by id').pluck().all();
  connection.close();
  return names;
};

describe('backups', () => {
  test('a backup is complete, owner-readable and leaves no parts', () => {
    const file = backUp(ours, join(folder, 'one'), new Date('2026-11-21T03:15:00Z'));
    expect(basename(file)).toBe('test-20261121T031500.000Z.db');
    expect([statSync(file).mode & 0o777, statSync(join(folder, 'one')).mode & 0o777]).toEqual([
      0o600, 0o700,
    ]);
    expect(companies(file)).toEqual(['Gantrywell']);
    expect(readdirSync(join(folder, 'one'))).toEqual([basename(file)]);
  });

  test('a backup onto a full disk names the copy and leaves none', () => {
    const into = join(folder, 'full');
    const { prepare } = SQLite.prototype;
    vi.spyOn(SQLite.prototype, 'prepare').mockImplementation(function (this: SQLite.Database, sql) {
      if (sql.startsWith('VACUUM INTO'))
        throw new SQLite.SqliteError('database or disk is full', 'SQLITE_FULL');
      return prepare.call(this, sql);
    } as typeof prepare);
    expect(() => backUp(ours, into)).toThrow(
      new RegExp(`^${into}/test-\\w+\\.\\d+Z\\.db\\S* cannot grow: the disk is full$`),
    );
    vi.mocked(SQLite.prototype.prepare).mockRestore();
    expect(readdirSync(into)).toEqual([]);
  });

  test('a backup is due after its interval, even with a future one', () => {
    const into = join(folder, 'due');
    const now = new Date('2026-11-21T12:00:00Z');
    const isDue = () => isBackupDue(ours, into, DAY, now);
    const add = (days: number) => backUp(ours, into, new Date(now.getTime() - days * DAY));
    expect(isDue(), 'without any').toBe(true);
    add(1);
    add(-365);
    expect(isDue(), 'after a day').toBe(true);
    add(0.9);
    expect(isDue(), 'within it').toBe(false);
  });

  test('the last backups and one a day for 30 days are retained', () => {
    const into = join(folder, 'many');
    const first = backUp(ours, into, new Date(0));
    const now = Date.parse('2026-11-21T12:00:00Z');
    const ages = [0, 0.1, 0.2, 0.3, 1, 1.2, 5, 5.1, 29, 31];
    for (const age of ages)
      copyFileSync(first, join(into, `test-${formatTimestamp(new Date(now - age * DAY))}.db`));
    for (const name of ['other-20200101T000000.000Z.db', 'test.db', 'notes.txt'])
      writeFileSync(join(into, name), 'x');
    deleteOldBackups(listBackups(ours, into), 3, new Date(now));
    expect(
      listBackups(ours, into).map(({ at }) => Math.round(((now - at.getTime()) / DAY) * 10) / 10),
    ).toEqual([0, 0.1, 0.2, 1, 5, 29]);
    expect(readdirSync(into).filter((name) => !name.startsWith('test-'))).toEqual([
      'notes.txt',
      'other-20200101T000000.000Z.db',
      'test.db',
    ]);
  });

  test('the last three backups before upgrades are retained', () => {
    const into = join(folder, 'upgrades');
    const first = backUp(ours, into, new Date(0));
    const now = Date.parse('2026-11-21T12:00:00Z');
    for (const [days, suffix] of [
      [400, '-before-v2'],
      [300, '-before-v3'],
      [200, '-before-v4'],
      [100, '-before-v5'],
      [0.2, ''],
      [0.1, ''],
    ] as const)
      copyFileSync(
        first,
        join(into, `test-${formatTimestamp(new Date(now - days * DAY))}${suffix}.db`),
      );
    deleteOldBackups(listBackups(ours, into), 1, new Date(now));
    expect(readdirSync(into).map((name) => /-before-v\d/.exec(name)?.[0] ?? '')).toEqual([
      '-before-v3',
      '-before-v4',
      '-before-v5',
      '',
    ]);
    expect(isBackupDue(ours, into, DAY, new Date(now))).toBe(false);
    rmSync(listBackups(ours, into)[0]!.path);
    expect(isBackupDue(ours, into, 200 * DAY, new Date(now))).toBe(true);
  });

  test('the newest backup is one that opens and is not in the future', () => {
    const into = join(folder, 'newest');
    const now = new Date('2026-11-21T12:00:00Z');
    const at = (days: number) => new Date(now.getTime() + days * DAY);
    const whole = backUp(ours, into, at(-2));
    const ahead = backUp(ours, into, at(365));
    writeFileSync(join(into, `test-${formatTimestamp(at(-1))}.db`), 'damaged');
    expect(findNewestBackup(ours, into, now)?.path).toBe(whole);
    rmSync(whole);
    expect(findNewestBackup(ours, into, now)?.path).toBe(ahead);
  });

  test('a damaged backup or one with orphaned rows is reported', () => {
    const file = backUp(ours, join(folder, 'bad'));
    const bytes = readFileSync(file);
    writeFileSync(
      file,
      Buffer.concat([bytes.subarray(0, 8192), Buffer.alloc(8192, 7), bytes.subarray(16384)]),
    );
    expect(() => checkDatabaseFile(file)).toThrow();
    writeFileSync(file, bytes);
    const connection = new SQLite(file);
    connection.pragma('foreign_keys = OFF');
    connection.exec("update pipelines set user_id = 'nobody'");
    connection.close();
    expect(() => checkDatabaseFile(file)).toThrow('rows without their parent');
  });
});

describe('restoring', () => {
  const target = () => join(mkdtempSync(join(folder, 'target-')), 'test.db');

  test('a restore preserves the old database and ends all sessions', async () => {
    const file = backUp(ours, join(folder, 'good'));
    const database = target();
    openDatabase(`file:${database}`);
    closeDatabase();
    const { previous } = await restoreBackup(file, database);
    expect([companies(previous!), companies(database)]).toEqual([[], ['Gantrywell']]);
    const connection = new SQLite(database, { readonly: true });
    expect(
      connection
        .prepare('select (select count(*) from sessions), (select count(*) from users) > 5')
        .raw()
        .get(),
    ).toEqual([0, 1]);
    connection.close();
    expect([statSync(database).mode & 0o777, existsSync(`${database}.restoring`)]).toEqual([
      0o600,
      false,
    ]);
    openDatabase(`file:${database}`);
    openDatabase(process.env.DATABASE_URL!);
  });

  test('a restore refuses invalid files and changes nothing', async () => {
    const database = target();
    copyFileSync(backUp(ours, join(folder, 'present')), database);
    const before = readFileSync(database);
    const [noise, foreign, newer, older] = ['noise', 'foreign', 'newer', 'older'].map((name) =>
      join(folder, `${name}.db`),
    ) as [string, string, string, string];
    writeFileSync(noise, Buffer.alloc(5000, 9));
    new SQLite(foreign).exec('create table other (id)').close();
    for (const [file, version] of [
      [newer, 99],
      [older, 37],
    ] as const) {
      copyFileSync(database, file);
      const connection = new SQLite(file);
      connection.pragma(`user_version = ${version}`);
      connection.close();
    }
    for (const [file, why] of [
      [noise, /neither a database nor an archive/],
      [foreign, /not a database of this program/],
      [newer, /version 99/],
      [older, /start the commit 782935fa once/],
      ['/nowhere.db', /does not exist/],
    ] as const) {
      await expect(restoreBackup(file, database)).rejects.toThrow(why);
      expect(readFileSync(database).equals(before)).toBe(true);
    }
    expect(readdirSync(join(database, '..'))).toEqual(['test.db']);
  });

  test('a restore is refused while the server is running', async () => {
    const file = backUp(ours, join(folder, 'running'));
    vi.stubEnv('LOCK_TIMEOUT_MS', '50');
    await expect(restoreBackup(file, ours)).rejects.toThrow(
      `${ours} is in use by another process. Stop the server and the standby (Litestream) first, or try again in a moment; nothing was changed.`,
    );
    vi.unstubAllEnvs();
  });
});
