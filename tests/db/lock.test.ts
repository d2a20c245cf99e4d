import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { backUp, checkDatabaseFile } from '#db/backup';
import { closeDatabase, openDatabase } from '#db/client';
import { DatabaseInUseError } from '#db/errors';
import { lockDatabase, withLock } from '#db/lock';
import { BASELINE_VERSION } from '#db/migrate';
import { restoreBackup } from '#db/restore';
import { checkHealth, HEALTHY, loadFixtureWithoutAttachments, readContent } from './content';

let folder: string;
let path: string;
beforeEach(() => {
  vi.stubEnv('LOCK_TIMEOUT_MS', '50');
  folder = mkdtempSync(join(tmpdir(), 'pipeline-lock-'));
  path = join(folder, 'data', 'deals.db');
});
afterEach(() => {
  vi.unstubAllEnvs();
  closeDatabase();
  rmSync(folder, { recursive: true });
});

const IN_USE =
  /deals\.db is in use by another process\. Stop the server and the standby \(Litestream\) first, or try again in a moment; nothing was changed\.$/;

/** Starts another process that holds the lock exclusively for `patience` ms, or until it is killed. */
async function otherProcess(patience: number) {
  const script = `
    import SQLite from 'better-sqlite3';
    const lock = new SQLite(process.argv[1]);
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    process.stdout.write('held');
    setTimeout(() => lock.close(), process.argv[2]);`;
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', script, `${path}.lock`, String(patience)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await once(child.stdout, 'data');
  return async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
}

test('a database is shared by users but replaced by only one', () => {
  const unlock = [lockDatabase(path, 'shared'), lockDatabase(path, 'shared')];
  expect(() => lockDatabase(path, 'exclusive')).toThrow(IN_USE);
  for (const release of unlock) release();
  const done = lockDatabase(path, 'exclusive');
  for (const mode of ['shared', 'exclusive'] as const) {
    expect(() => lockDatabase(path, mode)).toThrow(IN_USE);
  }
  done();
  expect(() =>
    withLock(path, 'exclusive', () => checkDatabaseFile(join(folder, 'none'))),
  ).toThrow();
  expect(withLock(path, 'exclusive', () => 'after what failed')).toBe('after what failed');
}, 30_000);

test('a lock held by others throws DatabaseInUseError', () => {
  const unlock = lockDatabase(path, 'exclusive');
  expect(() => lockDatabase(path, 'shared')).toThrow(DatabaseInUseError);
  unlock();
});

test('a lock ends with its process, even after kill -9', async () => {
  withLock(path, 'shared', () => undefined);
  const kill = await otherProcess(60_000);
  expect(() => lockDatabase(path, 'shared')).toThrow(IN_USE);
  await kill();
  withLock(path, 'exclusive', () => undefined);
  expect(readdirSync(dirname(path))).toEqual(['deals.db.lock']);
  const { size, mode } = statSync(`${path}.lock`);
  expect([size, mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([0, 0o600, 0o700]);
}, 30_000);

test('a waiting lock proceeds as soon as the other is released', async () => {
  withLock(path, 'shared', () => undefined);
  await otherProcess(300);
  const begin = Date.now();
  lockDatabase(path, 'shared', 10_000)();
  expect(Date.now() - begin).toBeLessThan(5_000);
});

test('a database in use can be copied but not replaced', async () => {
  openDatabase(`file:${path}`);
  expect(() => lockDatabase(path, 'exclusive')).toThrow(IN_USE);
  const backup = backUp(path, join(folder, 'backups'));
  closeDatabase();
  const unlock = lockDatabase(path, 'shared');
  await expect(restoreBackup(backup, path)).rejects.toThrow(IN_USE);
  unlock();
  expect((await restoreBackup(backup, path)).previous).toContain('before-restore');
}, 30_000);

test('a database being replaced cannot be opened or copied', async () => {
  loadFixtureWithoutAttachments(join(folder, 'older.db'));
  await restoreBackup(join(folder, 'older.db'), path);
  withLock(path, 'exclusive', () => {
    expect(() => openDatabase(`file:${path}`)).toThrow(IN_USE);
    expect(() => backUp(path, join(folder, 'backups'))).toThrow(IN_USE);
  });
  expect(checkHealth(path)).toEqual(['ok', [], BASELINE_VERSION]);
}, 60_000);

test('a database open without the lock is not replaced', async () => {
  openDatabase(`file:${path}`);
  closeDatabase();
  const backup = backUp(path, join(folder, 'backups'));
  const foreign = new SQLite(path);
  foreign.pragma('user_version');
  await expect(restoreBackup(backup, path)).rejects.toThrow(IN_USE);
  foreign.close();
  await restoreBackup(backup, path);
});

test('the log of a copy that others may read is private', () => {
  openDatabase(`file:${path}`);
  closeDatabase();
  chmodSync(path, 0o644);
  openDatabase(`file:${path}`);
  for (const file of [path, `${path}-wal`, `${path}-shm`])
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
});

test('leftover logs are not applied to a restored database', async () => {
  loadFixtureWithoutAttachments(join(folder, 'backup.db'));
  const before = readContent(join(folder, 'backup.db'));
  openDatabase(`file:${path}`);
  for (const log of ['-wal', '-shm']) copyFileSync(path + log, join(folder, `left${log}`));
  closeDatabase();
  rmSync(path);
  for (const log of ['-wal', '-shm']) copyFileSync(join(folder, `left${log}`), path + log);
  await restoreBackup(join(folder, 'backup.db'), path);
  expect(readContent(path, { pipelines: before.pipelines! })).toEqual({
    pipelines: before.pipelines,
  });
});

test('a restore includes the log beside a copied database', async () => {
  openDatabase(`file:${path}`);
  const writer = new SQLite(path);
  writer.exec('update users set first_name = first_name; create table marker (id)');
  for (const part of ['', '-wal']) copyFileSync(path + part, join(folder, `copied.db${part}`));
  writer.close();
  closeDatabase();
  rmSync(path);
  await restoreBackup(join(folder, 'copied.db'), path);
  const restored = new SQLite(path, { readonly: true });
  expect(restored.prepare("select 1 from sqlite_master where name = 'marker'").get()).toBeDefined();
  restored.close();
});

test('a start rolls back an interrupted write', () => {
  openDatabase(`file:${path}`);
  closeDatabase();
  hotJournal(path);
  openDatabase(`file:${path}`);
  closeDatabase();
  expect(checkHealth(path)).toEqual(HEALTHY);
});

/** Leaves a rollback journal as a power cut in the middle of a write does. */
function hotJournal(file: string): void {
  const isNew = !existsSync(file);
  const connection = new SQLite(file);
  connection.pragma('journal_mode = DELETE');
  if (isNew) connection.exec('create table users (id)');
  connection.pragma('cache_size = 1');
  connection.exec('BEGIN; CREATE TABLE cut_off (text)');
  const insert = connection.prepare('insert into cut_off values (?)');
  for (let n = 0; n < 200; n++) insert.run('x'.repeat(4_000));
  for (const part of ['', '-journal']) copyFileSync(file + part, join(folder, `cut${part}`));
  connection.close();
  for (const part of ['', '-journal']) copyFileSync(join(folder, `cut${part}`), file + part);
}
