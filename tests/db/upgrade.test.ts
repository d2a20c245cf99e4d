import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/client';
import { refoldSearchText } from '#db/fold';
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

describe.each(FIXTURES)('upgrade of a database of version %i', (version) => {
  test('an upgrade preserves the content', () => {
    loadFixture(version, path);
    const before = contentOf(path);
    for (const { rows } of Object.values(before)) expect(rows).not.toEqual([]);
    openDatabase(`file:${path}`);
    closeDatabase();
    expect(healthOf(path)).toEqual(HEALTHY);
    expect(contentOf(path, before)).toEqual(before);
    expect(unfoundIn(path)).toEqual([]);
  });

  test('an upgrade first makes a complete, owner-readable copy', () => {
    loadFixture(version, path);
    const before = contentOf(path);
    const copy = openDatabase(`file:${path}`);
    if (version === LATEST) return expect(copy).toBeUndefined();
    expect(copy).toMatch(
      new RegExp(
        `^${join(folder, 'backups')}/deals-\\d{8}T\\d{6}\\.\\d{3}Z-before-v${LATEST}\\.db$`,
      ),
    );
    expect(contentOf(copy!)).toEqual(before);
    expect(statSync(copy!).mode & 0o777).toBe(0o600);
  });
});

describe('contents of an upgraded database (rules 4.29, 4.30, 17.1, 17.12, 17.15 and 24.10)', () => {
  test('an upgrade dates a next meeting by history or last update', () => {
    loadFixture(7, path);
    const old = new SQLite(path);
    const add = old.prepare(
      `insert into pipelines (user_id, company_name, search_text, next_meeting_date, meeting_days,
      created_at, updated_at) select id, 'x', 'x', ?, ?, 500, 9000 from users limit 1`,
    );
    const [changed, created, silent, never] = (
      [
        ['30 days', 30],
        ['ASAP', 0],
        ['90 days', 90],
        ['N/A', null],
      ] as const
    ).map((meeting) => add.run(meeting).lastInsertRowid);
    const tell = old.prepare(
      `insert into changes (at, subject, subject_id, subject_name, act, fields)
      values (?, 'pipeline', ?, 'x', ?, ?)`,
    );
    const fields = (meeting: unknown) =>
      JSON.stringify({ nextMeetingDate: meeting, comments: [null, 'x'] });
    tell.run(1000, String(changed), 'created', fields([null, 'ASAP']));
    tell.run(2000, String(changed), 'changed', fields(['ASAP', '30 days']));
    tell.run(3000, String(changed), 'changed', JSON.stringify({ comments: ['x', 'y'] }));
    tell.run(4000, String(created), 'created', fields([null, 'ASAP']));
    old.close();
    openDatabase(`file:${path}`);
    closeDatabase();
    const upgraded = new SQLite(path, { readonly: true });
    const read = upgraded.prepare(
      'select next_meeting_set_at, meeting_due_at from pipelines where id = ?',
    );
    const DAY = 86_400_000;
    expect([changed, created, silent, never].map((id) => read.raw().get(id))).toEqual([
      [2000, 2000 + 30 * DAY],
      [4000, 4000],
      [9000, 9000 + 90 * DAY],
      [9000, null],
    ]);
    const none =
      'select count(*) from pipelines where next_meeting_date is null and (next_meeting_set_at is not null or meeting_due_at is not null)';
    expect(upgraded.prepare(none).pluck().get()).toBe(0);
    upgraded.close();
  });

  test('an upgrade reads amounts and currencies of target sizes', () => {
    loadFixture(13, path);
    const old = new SQLite(path);
    old.exec(
      "update pipelines set target_funding_size = iif(id = (select min(id) from pipelines), '1.5-2m USD', 'a lot')",
    );
    old.close();
    openDatabase(`file:${path}`);
    closeDatabase();
    const upgraded = new SQLite(path, { readonly: true });
    const read = upgraded.prepare(
      'select distinct target_funding_amount, target_funding_currency from pipelines order by id',
    );
    expect(read.raw().all()).toEqual([
      [1_750_000, 'USD'],
      [null, null],
    ]);
    upgraded.close();
  });

  test('an upgrade gives search texts plain apostrophes and hyphens', () => {
    loadFixture(13, path);
    openDatabase(`file:${path}`);
    closeDatabase();
    const upgraded = new SQLite(path);
    upgraded.function('refolded', refoldSearchText);
    upgraded.exec(`update pipelines set search_text = 'o’neil–sons', company_key = 'x’y';
    update users set search_text = 'd’arc', sort_name = 'd’arc'`);
    const migration = readFileSync('db/migrations/0037_plain_signs.sql', 'utf8');
    for (const sql of migration.split('--> statement-breakpoint'))
      if (/^\s*UPDATE/.test(sql)) upgraded.exec(sql);
    const read = (query: string) => upgraded.prepare(query).pluck().all();
    expect(read('select distinct search_text || company_key from pipelines')).toEqual([
      "o'neil-sons",
    ]);
    expect(read('select distinct search_text || sort_name from users')).toEqual(["d'arcd'arc"]);
    upgraded.close();
  });

  test('an upgrade copies custom values to the table of filters', () => {
    loadFixture(13, path);
    openDatabase(`file:${path}`);
    closeDatabase();
    const upgraded = new SQLite(path);
    upgraded.exec(`update pipelines set fields = '{"heads":3}' where id = (select min(id) from pipelines);
    delete from own_values`);
    const migration = readFileSync('db/migrations/0034_own_values.sql', 'utf8');
    upgraded.exec(
      migration.split('--> statement-breakpoint').find((sql) => /^\s*INSERT/.test(sql))!,
    );
    const read = "select fields ->> 'heads' from own_values";
    expect(upgraded.prepare(read).pluck().all()).toEqual([3]);
    upgraded.close();
  });

  test('an upgrade makes imports and undos operations of the history', () => {
    loadFixture(13, path);
    const old = new SQLite(path);
    old.prepare('update imports set undone_at = 5000 where id = 1').run();
    const add = old.prepare(
      `insert into changes (at, subject, subject_id, subject_name, act, fields, import_id)
      values (?, 'pipeline', '1', 'Acme', 'changed', '{}', ?)`,
    );
    for (const [at, importId] of [
      [4000, 1],
      [5000, 1],
      [6000, 2],
      [7000, null],
    ])
      add.run(at, importId);
    old.close();
    openDatabase(`file:${path}`);
    closeDatabase();
    const upgraded = new SQLite(path);
    const acts = upgraded.prepare('select act_id from changes where at < 9000 order by at').pluck();
    expect(acts.all()).toEqual(['import-1', 'undo import-1', 'import-2', null]);
    expect(() => upgraded.exec('update changes set at = 1')).toThrow('history is append-only');
    upgraded.close();
  });

  test('an upgrade makes texts searchable without accents', () => {
    loadFixture(13, path);
    openDatabase(`file:${path}`);
    closeDatabase();
    const upgraded = new SQLite(path, { readonly: true });
    const has = (table: string, column: string, text: string) =>
      upgraded.prepare(`select count(*) from ${table} where instr(${column}, ?)`).pluck().get(text);
    for (const name of ['mullermilch', 'muellermilch', 'fiona carrick-doyle'])
      expect(has('pipelines', 'search_text', name), name).toBe(1);
    for (const text of ['cold-chain', 'の会社', 'eloise'])
      expect(has('pipelines', 'details_text', text), text).toBe(1);
    expect(has('notes', 'search_text', 'mullermilch at the hopital')).toBe(1);
    expect(has('users', 'search_text', 'ana lindqvist')).toBe(1);
    upgraded.close();
  });

  test('an upgraded database has the schema of a new one', () => {
    const schemaOf = (file: string) => {
      openDatabase(`file:${file}`);
      closeDatabase();
      const connection = new SQLite(file, { readonly: true });
      const rows = connection
        .prepare("select name, sql from sqlite_master where name not like 'sqlite_%' order by name")
        .all();
      connection.close();
      return rows as { name: string; sql: string }[];
    };
    const fresh = schemaOf(join(folder, 'fresh.db'));
    expect(fresh.filter(({ sql }) => sql?.includes('fts5'))).toEqual([]);
    const ofKind = (start: RegExp) => fresh.filter(({ sql }) => start.test(sql));
    expect(ofKind(/^CREATE TRIGGER/).length).toBeLessThanOrEqual(8);
    expect(ofKind(/^CREATE (UNIQUE )?INDEX \S+ ON `pipelines`/).length).toBeLessThanOrEqual(14);
    for (const version of FIXTURES) {
      const upgraded = join(folder, `of-${version}.db`);
      loadFixture(version, upgraded);
      expect(schemaOf(upgraded)).toEqual(fresh);
    }
  });
});

test('the copy before an upgrade is stored in the given folder', () => {
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

test('an upgrade without its copy does not happen', () => {
  loadFixture(1, path);
  writeFileSync(join(folder, 'taken'), '');
  expect(() => openDatabase(`file:${path}`, join(folder, 'taken'))).toThrow(
    /^The database was not upgraded, because its backup failed: /,
  );
  expect(healthOf(path)).toEqual(['ok', [], 1]);
});

test('a failed upgrade leaves the database unchanged', () => {
  loadFixture(1, path);
  const connection = new SQLite(path);
  connection.exec('alter table users add sort_name text');
  connection.close();
  const before = contentOf(path);
  expect(() => openDatabase(`file:${path}`)).toThrow('duplicate column name: sort_name');
  expect(contentOf(path)).toEqual(before);
});
