import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import SQLite from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databaseAnswers, databasePath, db, isUniqueViolation, keptUntilWrite, snapshot, transaction } from '#db/client';
import { pipelineIndustries, pipelines, users } from '#db/schema';
import { createUser } from '~/models/user.server';
import { call, type Cast, cast } from '../cast';
import { addDeal, clearDeals, countDeals, storedDeal, thrownBy } from '../deals';
import * as api from '~/routes/api.pipelines';

const path = databasePath(process.env.DATABASE_URL!);
let people: Cast;
let other: SQLite.Database;
beforeAll(async () => {
  people = await cast();
});
beforeEach(async () => {
  other = new SQLite(path);
  await clearDeals();
});
afterEach(() => {
  other.close();
});

const deal = (companyName: string) => ({ userId: people.ana.id, companyName, searchText: companyName, createdAt: new Date(), updatedAt: new Date() });
/** Lets the event loop turn until `count` turns have passed. */
const turns = async (count: number) => {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
};

describe('the connection', () => {
  test('WAL, synchronous FULL (2) and foreign keys, read back where writes happen', async () => {
    const read = (name: string) => transaction(async (tx) => Object.values(tx.get(sql.raw(`pragma ${name}`)) as object)[0] as unknown);
    expect([await read('journal_mode'), await read('synchronous'), await read('foreign_keys')]).toEqual(['wal', 2, 1]);
  });

  test('SQLite\'s own busy wait is short, for it blocks every other request', async () => {
    const wait = await transaction(async (tx) => Object.values(tx.get(sql.raw('pragma busy_timeout')) as object)[0] as number);
    expect(wait).toBeLessThanOrEqual(50);
  });

  test('the reader is read-only', async () => {
    await expect((async () => db.insert(pipelines).values(deal('x')))()).rejects.toThrow(expect.objectContaining({ message: expect.stringMatching(/Failed|readonly/) as string }) as Error);
    expect(await countDeals()).toBe(0);
  });

  test('a deal needs an owner, and goes with them', async () => {
    await expect(transaction(async (tx) => tx.insert(pipelines).values({ ...deal('x'), userId: 'nobody' }))).rejects.toThrow();
    const user = await createUser({ email: 'gone@demo.example', password: 'demo-gone-2026' });
    const id = await addDeal({ ...user }, { industries: ['AI'] });
    await transaction(async (tx) => tx.delete(users).where(sql`id = ${user.id}`));
    expect(await storedDeal(id)).toBeUndefined();
    expect(await db.$count(pipelineIndustries)).toBe(0);
  });

  test('only the owner of the process reads the file', () => {
    for (const file of [path, `${path}-wal`, `${path}-shm`]) expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    expect((statSync(dirname(path)).mode & 0o077).toString(8)).toBe('0');
  });

  test('it answers', () => {
    expect(databaseAnswers()).toBe(true);
  });
});

describe('transaction', () => {
  test('rolls back whole when something in it fails, and the next one works', async () => {
    await expect(
      transaction(async (tx) => {
        await tx.insert(pipelines).values(deal('one'));
        await turns(2);
        await tx.insert(pipelines).values(deal('two'));
        throw new Error('in the middle');
      }),
    ).rejects.toThrow('in the middle');
    expect(await countDeals()).toBe(0);
    await transaction(async (tx) => tx.insert(pipelines).values(deal('three')));
    expect(await countDeals()).toBe(1);
  });

  test('a broken constraint rolls back what came before it', async () => {
    const work = transaction(async (tx) => {
      await tx.insert(pipelines).values(deal('one'));
      await tx.insert(users).values({ id: 'x', email: 'ANA@demo.example', password: 'x', createdAt: new Date(), updatedAt: new Date() });
    });
    expect(await work.catch(isUniqueViolation)).toBe(true);
    expect(await countDeals()).toBe(0);
  });

  test('takes turns: what one awaits, no other sees or joins', async () => {
    const log: string[] = [];
    const work = (name: string, fails = false) =>
      transaction(async (tx) => {
        log.push(`${name} starts with ${await tx.$count(pipelines)}`);
        await tx.insert(pipelines).values(deal(name));
        await turns(5);
        log.push(`${name} ends`);
        if (fails) throw new Error(name);
      });
    await Promise.allSettled([work('a'), work('b', true), work('c')]);
    expect(log).toEqual(['a starts with 0', 'a ends', 'b starts with 1', 'b ends', 'c starts with 1', 'c ends']);
    expect(await countDeals()).toBe(2);
  });

  test('readers see nothing of it before it is committed', async () => {
    let seen = -1;
    await transaction(async (tx) => {
      await tx.insert(pipelines).values(deal('x'));
      seen = await db.$count(pipelines);
    });
    expect([seen, await countDeals()]).toEqual([0, 1]);
  });

  test('waits for another process that writes, while the event loop turns', async () => {
    other.exec('BEGIN IMMEDIATE');
    let turned = 0;
    let done = false;
    const work = transaction(async (tx) => tx.insert(pipelines).values(deal('x'))).then(() => (done = true));
    const until = Date.now() + 300;
    while (Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      turned++;
    }
    expect(done).toBe(false);
    expect(turned).toBeGreaterThan(20);
    other.exec('COMMIT');
    await work;
    expect(await countDeals()).toBe(1);
  });

  test('gives up after three seconds: 503 with Retry-After, nothing stored, and the next write works', async () => {
    other.exec('BEGIN IMMEDIATE');
    const answer = await call(api, 'POST', '/api/pipelines', { as: people.ana, json: { companyName: 'X' } });
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5']);
    expect(await answer.json()).toEqual({ message: 'The database is busy. Please try again in a moment.' });
    expect((await call(api, 'GET', '/api/pipelines', { as: people.ana })).status).toBe(200);
    other.exec('ROLLBACK');
    expect((await call(api, 'POST', '/api/pipelines', { as: people.ana, json: { companyName: 'X' } })).status).toBe(201);
    expect(await countDeals()).toBe(1);
  }, 10_000);

  test('who queues behind a write that waits does not wait three seconds more', async () => {
    other.exec('BEGIN IMMEDIATE');
    const answers = await Promise.all(Array.from({ length: 10 }, () => call(api, 'POST', '/api/pipelines', { as: people.ana, json: { companyName: 'X' } })));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(503));
    other.exec('ROLLBACK');
    expect((await call(api, 'POST', '/api/pipelines', { as: people.ana, json: { companyName: 'X' } })).status).toBe(201);
  }, 15_000);
});

describe('snapshot', () => {
  test('stays as it is while it is read, and cannot write', async () => {
    await addDeal(people.ana);
    await snapshot(async (from) => {
      expect(await from.$count(pipelines)).toBe(1);
      await addDeal(people.ana);
      expect([await from.$count(pipelines), await countDeals()]).toEqual([1, 2]);
      await expect((async () => from.insert(pipelines).values(deal('x')))()).rejects.toThrow();
    });
  });
});

test('of two unique emails in another case, the second breaks the index', async () => {
  expect((await thrownBy(createUser({ email: 'Ana@Demo.Example', password: 'demo-ana-2026' }))).status).toBe(409);
  expect(isUniqueViolation(new Error('other'))).toBe(false);
});

test('databasePath takes a file: URL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pipeline-path-'));
  expect(databasePath(`file:${folder}/a.db`)).toBe(join(folder, 'a.db'));
  expect(databasePath('file:./data/x.db')).toBe(join(process.cwd(), 'data/x.db'));
  rmSync(folder, { recursive: true });
});

describe('what is kept until something is written', () => {
  const read = async (key: string, reads: string[]) => keptUntilWrite(key, async () => {
    reads.push(key);
    return (await db.select({ id: users.id }).from(users)).length;
  });

  test('is read once, and anew after a commit, its own or of another process', async () => {
    const reads: string[] = [];
    const first = await read('people', reads);
    await read('people', reads);
    expect(reads).toEqual(['people']);
    await createUser({ email: 'kept@demo.example', password: 'a-password-of-2026' });
    expect(await read('people', reads)).toBe(first + 1);
    const other = new SQLite(databasePath(process.env.DATABASE_URL!));
    other.exec("insert into users (id, email, password, created_at, updated_at) values ('kept-2', 'kept2@demo.example', '', 0, 0)");
    other.close();
    expect(await read('people', reads)).toBe(first + 2);
    expect(reads).toHaveLength(3);
  });

  test('is not what was read while somebody wrote', async () => {
    const before = await db.$count(users);
    let commit!: () => void;
    const written = new Promise<void>((resolve) => (commit = resolve));
    const slow = keptUntilWrite('slow', async () => {
      const count = await db.$count(users);
      await written;
      return count;
    });
    await createUser({ email: 'meanwhile@demo.example', password: 'a-password-of-2026' });
    commit();
    expect(await slow).toBe(before);
    expect(await keptUntilWrite('slow', () => db.$count(users).then(Number))).toBe(before + 1);
  });

  test('is nothing that failed, and nothing of a transaction that was rolled back', async () => {
    await expect(keptUntilWrite('failing', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await keptUntilWrite('failing', () => Promise.resolve(1))).toBe(1);
    const before = await keptUntilWrite('count', () => db.$count(users).then(Number));
    await expect(transaction(async (tx) => {
      await tx.delete(users);
      expect(await keptUntilWrite('within', () => db.$count(users).then(Number))).toBe(before);
      throw new Error('back');
    })).rejects.toThrow('back');
    expect(await keptUntilWrite('within', () => db.$count(users).then(Number))).toBe(before);
  });
});
