import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { getTableName } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { closeDatabase, db, openDatabase } from '#db/client';
import { BASELINE_VERSION, LATEST_VERSION, migrate } from '#db/migrate';
import { dealIndustries, deals, evaluations, sessions, users } from '#db/schema';
import { transaction } from '#db/transaction';

let folder: string;
let path: string;
let raw: SQLite.Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pipeline-migrate-'));
  path = join(folder, 'deep', 'er', 'test.db');
  openDatabase(`file:${path}`);
  raw = new SQLite(path);
});
afterEach(() => {
  raw.close();
  closeDatabase();
  rmSync(folder, { recursive: true });
});

const version = (connection = raw) => connection.pragma('user_version', { simple: true });
const readSchema = (connection: SQLite.Database) =>
  connection.prepare('select type, name, sql from sqlite_master order by name').all();

describe('migrations', () => {
  test('a fresh database gets its folder, tables and version', () => {
    expect(statSync(join(folder, 'deep', 'er')).mode & 0o077).toBe(0);
    expect(version()).toBe(LATEST_VERSION);
    for (const table of [users, sessions, deals, dealIndustries, evaluations]) {
      const columns = raw.pragma(`table_info(${getTableName(table)})`) as { name: string }[];
      const known = Object.values(table)
        .map((column: { name: string }) => column.name)
        .filter(Boolean);
      expect(columns.map(({ name }) => name).sort()).toEqual(known.sort());
    }
  });

  test('the journal of drizzle-kit names every migration', () => {
    const journal = JSON.parse(readFileSync('db/migrations/meta/_journal.json', 'utf8')) as {
      entries: { tag: string }[];
    };
    expect(journal.entries.map(({ tag }) => `${tag}.sql`)).toEqual(
      readdirSync('db/migrations')
        .filter((file) => file.endsWith('.sql'))
        .sort(),
    );
  });

  test('opening again applies nothing and preserves every row', async () => {
    const now = new Date();
    await transaction(async (tx) =>
      tx
        .insert(users)
        .values({ id: 'u', email: 'u@x.example', password: 'x', createdAt: now, updatedAt: now }),
    );
    const before = readSchema(raw);
    const cookie = raw.pragma('schema_version', { simple: true });
    closeDatabase();
    openDatabase(`file:${path}`);
    expect(readSchema(raw)).toEqual(before);
    expect(raw.pragma('schema_version', { simple: true })).toBe(cookie);
    expect(await db.$count(users)).toBe(1);
  });

  test('each migration after the baseline has its version', () => {
    const files = readdirSync('db/migrations').filter((file) => file.endsWith('.sql'));
    expect(LATEST_VERSION - BASELINE_VERSION).toBe(files.length - 1);
  });

  test.each([
    [
      LATEST_VERSION + 1,
      `The database is at version ${LATEST_VERSION + 1}, this program knows version ${LATEST_VERSION}. Please start a newer release; nothing was changed.`,
    ],
    [
      BASELINE_VERSION - 1,
      'The database is at version 37, from before 1.0.0. Please start the commit 782935fa once, which upgrades it to version 38; nothing was changed.',
    ],
    [
      1,
      'The database is at version 1, from before 1.0.0. Please start the commit 782935fa once, which upgrades it to version 38; nothing was changed.',
    ],
  ])('a database of version %i is refused, untouched and closed', (other, message) => {
    raw.pragma(`user_version = ${other}`);
    closeDatabase();
    raw.pragma('journal_mode = DELETE');
    raw.close();
    const hash = () => createHash('sha256').update(readFileSync(path)).digest('hex');
    const before = hash();
    const close = vi.spyOn(SQLite.prototype, 'close');
    expect(() => openDatabase(`file:${path}`)).toThrow(message);
    expect(hash()).toBe(before);
    expect(readdirSync(join(folder, 'deep', 'er'))).toEqual(['test.db', 'test.db.lock']);
    expect(close, 'the database and its lock').toHaveBeenCalledTimes(2);
    close.mockRestore();
  });

  test('a failed migration leaves nothing behind', () => {
    const half = new SQLite(':memory:');
    half.exec('CREATE TABLE users (id text)');
    expect(() => migrate(half)).toThrow(/users/);
    expect((readSchema(half) as { name: string }[]).map(({ name }) => name)).toEqual(['users']);
    expect([
      version(half),
      half.inTransaction,
      half.pragma('foreign_keys', { simple: true }),
    ]).toEqual([0, false, 1]);
    half.close();
  });

  test('an orphaned row stops the migration', () => {
    const orphan = new SQLite(':memory:');
    orphan.exec(
      'PRAGMA foreign_keys = OFF; CREATE TABLE parent (id integer primary key); CREATE TABLE child (id integer references parent(id)); INSERT INTO child VALUES (1)',
    );
    expect(() => migrate(orphan)).toThrow(
      'The migration would leave 1 rows without their parent; nothing was changed.',
    );
    expect(version(orphan)).toBe(0);
    orphan.close();
  });
});

describe('triggers of the industry table', () => {
  const index = (id: number) =>
    raw
      .prepare('select industry from pipeline_industries where pipeline_id = ? order by industry')
      .pluck()
      .all(id);
  const inJson = () =>
    raw
      .prepare(
        'select distinct value, pipelines.id from pipelines, json_each(industries) order by 1, 2',
      )
      .raw()
      .all();
  const inIndex = () =>
    raw.prepare('select industry, pipeline_id from pipeline_industries order by 1, 2').raw().all();
  const now = new Date();

  beforeEach(async () => {
    await transaction(async (tx) =>
      tx
        .insert(users)
        .values({ id: 'u', email: 'u@x.example', password: 'x', createdAt: now, updatedAt: now }),
    );
  });
  const insert = async (industries?: string[]) => {
    const [row] = await transaction(async (tx) =>
      tx
        .insert(deals)
        .values({
          userId: 'u',
          companyName: 'x',
          searchText: 'x',
          industries,
          createdAt: now,
          updatedAt: now,
        })
        .returning(),
    );
    return row!.id;
  };
  const run = (statement: string) => transaction(async (tx) => tx.run(statement));

  test('inserting a deal indexes each industry once', async () => {
    expect(index(await insert(['AI', 'DX', 'AI', 'O\'"x', '医疗']))).toEqual([
      'AI',
      'DX',
      'O\'"x',
      '医疗',
    ]);
    expect(index(await insert())).toEqual([]);
    expect(inIndex()).toEqual(inJson());
  });

  test('updating deals updates their indexed industries', async () => {
    const one = await insert(['AI']);
    const two = await insert(['DX', 'IOT']);
    await run(`update pipelines set industries = '["IOT","New"]' where id = ${one}`);
    expect(index(one)).toEqual(['IOT', 'New']);
    await run(`update pipelines set comments = 'x' where id = ${two}`);
    expect(index(two)).toEqual(['DX', 'IOT']);
    await run(`update pipelines set industries = '[]'`);
    expect(inIndex()).toEqual([]);
  });

  test('deleting a deal or its owner deletes indexed industries', async () => {
    const one = await insert(['AI']);
    const two = await insert(['DX']);
    await run(`delete from pipelines where id = ${one}`);
    expect([index(one), index(two)]).toEqual([[], ['DX']]);
    await run(`delete from users`);
    expect(inIndex()).toEqual([]);
  });

  test('a rollback leaves no indexed industries', async () => {
    const id = await insert(['AI']);
    await expect(
      transaction(async (tx) => {
        await tx.run(`update pipelines set industries = '["X"]' where id = ${id}`);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(index(id)).toEqual(['AI']);
  });
});
