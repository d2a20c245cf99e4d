import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/client';
import { BASELINE_VERSION, LATEST_VERSION } from '#db/migrate';
import { checkHealth, FIXTURES, HEALTHY, loadFixture, readContent, unfoundIn } from './content';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pipeline-upgrade-'));
  path = join(folder, 'deals.db');
});
afterEach(() => {
  closeDatabase();
  rmSync(folder, { recursive: true });
});

describe.each(FIXTURES)('upgrade of a database of version %i', (version) => {
  test('an upgrade preserves the content', () => {
    loadFixture(path, version);
    const before = readContent(path);
    for (const { rows } of Object.values(before)) expect(rows).not.toEqual([]);
    openDatabase(`file:${path}`);
    closeDatabase();
    expect(checkHealth(path)).toEqual(HEALTHY);
    expect(readContent(path, before)).toEqual(before);
    expect(unfoundIn(path)).toEqual([]);
  });

  test('an upgrade first makes a complete, owner-readable copy', () => {
    loadFixture(path, version);
    const before = readContent(path);
    const copy = openDatabase(`file:${path}`);
    if (version === LATEST_VERSION) return expect(copy).toBeUndefined();
    expect(copy).toMatch(
      new RegExp(
        `^${join(folder, 'backups')}/deals-\\d{8}T\\d{6}\\.\\d{3}Z-before-v${LATEST_VERSION}\\.db$`,
      ),
    );
    expect(readContent(copy!)).toEqual(before);
    expect(statSync(copy!).mode & 0o777).toBe(0o600);
  });
});

/** SQLite stores statements as they were written, and appends columns that were added. */
function normalizeSql(sql: string): string {
  return sql
    .replaceAll('"', '`')
    .replace(/\s+/g, ' ')
    .replace(/ ?([(),]) ?/g, '$1');
}

test('an upgraded database has the schema of a new one', () => {
  const readSchema = (file: string) => {
    openDatabase(`file:${file}`);
    closeDatabase();
    const connection = new SQLite(file, { readonly: true });
    const rows = connection
      .prepare("select name, sql from sqlite_master where name not like 'sqlite_%' order by name")
      .all() as { name: string; sql: string }[];
    connection.close();
    return rows.map(({ name, sql }) => ({ name, sql: normalizeSql(sql) }));
  };
  const fresh = readSchema(join(folder, 'fresh.db'));
  expect(fresh.filter(({ sql }) => sql?.includes('fts5'))).toEqual([]);
  const ofKind = (start: RegExp) => fresh.filter(({ sql }) => start.test(sql));
  // Others only refuse changes of what never changes.
  expect(ofKind(/^CREATE TRIGGER(?!.*RAISE)/s).length).toBeLessThanOrEqual(6);
  expect(ofKind(/^CREATE (UNIQUE )?INDEX \S+ ON `pipelines`/).length).toBeLessThanOrEqual(14);
  for (const version of FIXTURES) {
    const upgraded = join(folder, `from-${version}.db`);
    loadFixture(upgraded, version);
    expect(readSchema(upgraded)).toEqual(fresh);
  }
});

test('an upgraded share shows what it showed before', () => {
  loadFixture(path, BASELINE_VERSION);
  openDatabase(`file:${path}`);
  closeDatabase();
  const connection = new SQLite(path, { readonly: true });
  const parts = 'facts, comments, next_meeting as nextMeeting, score, evaluation';
  const [share] = connection.prepare(`select ${parts} from shares`).all();
  connection.close();
  expect(share).toEqual({ facts: 1, comments: 1, nextMeeting: 1, score: 1, evaluation: 0 });
});

test('an upgrade reads target sizes again (rule 4.29)', () => {
  loadFixture(path);
  const before = new SQLite(path);
  const [first, second] = before.prepare('select id from pipelines').pluck().all();
  const change = before.prepare(
    "update pipelines set target_funding_size = ?, target_funding_amount = 1, target_funding_currency = 'USD' where id = ?",
  );
  change.run('500 TEUR', first);
  change.run('0.125.50 USD', second);
  before.close();
  openDatabase(`file:${path}`);
  closeDatabase();
  const after = new SQLite(path, { readonly: true });
  const size = after.prepare(
    'select target_funding_amount, target_funding_currency from pipelines where id = ?',
  );
  expect([size.raw().get(first), size.raw().get(second)]).toEqual([
    [500_000, 'EUR'],
    [null, null],
  ]);
  after.close();
});

test('the copy before an upgrade is stored in the given folder', () => {
  loadFixture(path);
  expect(openDatabase(`file:${path}`, join(folder, 'elsewhere'))).toContain(
    join(folder, 'elsewhere', 'deals-'),
  );
  expect(readdirSync(folder).sort()).toEqual([
    'deals.db',
    'deals.db-shm',
    'deals.db-wal',
    'deals.db.lock',
    'elsewhere',
  ]);
});

test('an upgrade without its copy does not happen', () => {
  loadFixture(path);
  writeFileSync(join(folder, 'taken'), '');
  expect(() => openDatabase(`file:${path}`, join(folder, 'taken'))).toThrow(
    /^The database was not upgraded, because its backup failed: /,
  );
  expect(checkHealth(path)).toEqual(['ok', [], BASELINE_VERSION]);
});

test('a failed upgrade leaves the database unchanged', () => {
  loadFixture(path);
  const connection = new SQLite(path);
  connection.exec('alter table pipelines add next_meeting_on text');
  connection.close();
  const before = readContent(path);
  expect(() => openDatabase(`file:${path}`)).toThrow('duplicate column name: next_meeting_on');
  expect(readContent(path)).toEqual(before);
});
