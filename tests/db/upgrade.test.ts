import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/client';
import { contentOf, FIXTURES, healthOf, HEALTHY, LATEST, loadFixture, unfoundIn } from './content';

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

test('there is a fixture of every version before this one (make one with scripts/fixture.mjs)', () => {
  expect(FIXTURES).toEqual(
    expect.arrayContaining(Array.from({ length: LATEST - 1 }, (_, index) => index + 1)),
  );
});

describe.each(FIXTURES)('a database of version %i', (version) => {
  test('is upgraded with equal content', () => {
    loadFixture(version, path);
    const before = contentOf(path);
    expect(before.pipelines!.rows.length).toBeGreaterThan(10);
    for (const table of [
      'users',
      'sessions',
      'password_links',
      'evaluations',
      'pipeline_industries',
    ])
      expect(before[table]!.rows.length).toBeGreaterThan(0);
    openDatabase(`file:${path}`);
    closeDatabase();
    expect(healthOf(path)).toEqual(HEALTHY);
    expect(contentOf(path, before)).toEqual(before);
    expect(unfoundIn(path)).toEqual([]);
  });

  test('is copied first, whole and for the owner alone', () => {
    loadFixture(version, path);
    const before = contentOf(path);
    const copy = openDatabase(`file:${path}`);
    if (version === LATEST) return expect(copy).toBeUndefined();
    expect(copy).toMatch(
      new RegExp(`^${join(folder, 'backups')}/deals-\\d{8}T\\d{6}\\.\\d{3}Z\\.db$`),
    );
    expect(contentOf(copy!)).toEqual(before);
    expect(statSync(copy!).mode & 0o777).toBe(0o600);
  });
});

test('the copy goes where it is told to', () => {
  loadFixture(1, path);
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

test('without the copy there is no upgrade', () => {
  loadFixture(1, path);
  writeFileSync(join(folder, 'taken'), '');
  expect(() => openDatabase(`file:${path}`, join(folder, 'taken'))).toThrow(
    /^The database was not upgraded, because its backup failed: /,
  );
  expect(healthOf(path)).toEqual(['ok', [], 1]);
});

test('an upgrade that fails leaves the database as it was', () => {
  loadFixture(1, path);
  const connection = new SQLite(path);
  connection.exec('alter table users add sort_name text');
  connection.close();
  const before = contentOf(path);
  expect(() => openDatabase(`file:${path}`)).toThrow('duplicate column name: sort_name');
  expect(contentOf(path)).toEqual(before);
});
