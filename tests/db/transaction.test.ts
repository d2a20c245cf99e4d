import SQLite from 'better-sqlite3';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { db, getDatabasePath } from '#db/client';
import { isUniqueViolation } from '#db/errors';
import { deals, users } from '#db/schema';
import { transaction, transactionIfIdle } from '#db/transaction';
import * as api from '~/routes/api.pipelines';
import { call, type Cast, createCast } from '../support/cast';
import { countDeals, deleteDeals } from '../support/deals';

let people: Cast;
let other: SQLite.Database;
beforeAll(async () => {
  people = await createCast();
});
beforeEach(async () => {
  other = new SQLite(getDatabasePath(process.env.DATABASE_URL!));
  await deleteDeals();
});
afterEach(() => {
  vi.unstubAllEnvs();
  other.close();
});

const deal = (companyName: string) => ({
  userId: people.ana.id,
  companyName,
  searchText: companyName,
  createdAt: new Date(),
  updatedAt: new Date(),
});
/** Waits for `count` turns of the event loop. */
const turns = async (count: number) => {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
};

describe('transactions (rule 12.34)', () => {
  test('a failed transaction rolls back, and the next one works', async () => {
    await expect(
      transaction(async (tx) => {
        await tx.insert(deals).values(deal('one'));
        await turns(2);
        await tx.insert(deals).values(deal('two'));
        throw new Error('in the middle');
      }),
    ).rejects.toThrow('in the middle');
    expect(await countDeals()).toBe(0);
    await transaction(async (tx) => tx.insert(deals).values(deal('three')));
    expect(await countDeals()).toBe(1);
  });

  test('a broken constraint rolls back earlier writes', async () => {
    const work = transaction(async (tx) => {
      await tx.insert(deals).values(deal('one'));
      await tx.insert(users).values({
        id: 'x',
        email: 'ANA@demo.example',
        password: 'x',
        createdAt: new Date(),
        updatedAt: new Date(),
      });
    });
    expect(await work.catch(isUniqueViolation)).toBe(true);
    expect(await countDeals()).toBe(0);
  });

  test('transactions run one at a time in the order of asking', async () => {
    const log: string[] = [];
    const work = (name: string, fails = false) =>
      transaction(async (tx) => {
        log.push(`${name} starts with ${await tx.$count(deals)}`);
        await tx.insert(deals).values(deal(name));
        await turns(5);
        log.push(`${name} ends`);
        if (fails) throw new Error(name);
      });
    await Promise.allSettled([work('a'), work('b', true), work('c')]);
    expect(log).toEqual([
      'a starts with 0',
      'a ends',
      'b starts with 1',
      'b ends',
      'c starts with 1',
      'c ends',
    ]);
    expect(await countDeals()).toBe(2);
  });

  test('an optional transaction starts at once or is refused', async () => {
    const idle = () => transactionIfIdle(async (tx) => tx.insert(deals).values(deal('idle')));
    const work = transaction(async (tx) => tx.insert(deals).values(deal('x')));
    await expect(idle()).rejects.toMatchObject({ kind: 'busy' });
    await work;
    await idle();
    expect(await countDeals()).toBe(2);
  });

  test('readers see a transaction only after its commit', async () => {
    let seen = -1;
    await transaction(async (tx) => {
      await tx.insert(deals).values(deal('x'));
      seen = await db.$count(deals);
    });
    expect([seen, await countDeals()]).toEqual([0, 1]);
  });

  test('a transaction waits for another process without blocking', async () => {
    other.exec('BEGIN IMMEDIATE');
    let turned = 0;
    let done = false;
    const work = transaction(async (tx) => tx.insert(deals).values(deal('x'))).then(
      () => (done = true),
    );
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

  test('a transaction gives up with 503, and the next one works', async () => {
    vi.stubEnv('WRITE_TIMEOUT_MS', '100');
    other.exec('BEGIN IMMEDIATE');
    const answer = await call(api, 'POST', '/api/pipelines', {
      as: people.ana,
      json: { companyName: 'X' },
    });
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5']);
    expect(await answer.json()).toEqual({
      message: 'The database is busy. Please try again in a moment.',
    });
    expect((await call(api, 'GET', '/api/pipelines', { as: people.ana })).status).toBe(200);
    other.exec('ROLLBACK');
    expect(
      (await call(api, 'POST', '/api/pipelines', { as: people.ana, json: { companyName: 'X' } }))
        .status,
    ).toBe(201);
    expect(await countDeals()).toBe(1);
  });

  test('queued writes share the waiting time of the first', async () => {
    vi.stubEnv('WRITE_TIMEOUT_MS', '500');
    const start = Date.now();
    other.exec('BEGIN IMMEDIATE');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        call(api, 'POST', '/api/pipelines', { as: people.ana, json: { companyName: 'X' } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(503));
    expect(Date.now() - start, 'ten times 500 ms would be 5 s').toBeLessThan(4_000);
    other.exec('ROLLBACK');
    expect(
      (await call(api, 'POST', '/api/pipelines', { as: people.ana, json: { companyName: 'X' } }))
        .status,
    ).toBe(201);
  });
});

describe('nested transactions', () => {
  const add = (name: string) => transaction(async (tx) => tx.insert(deals).values(deal(name)));

  test('a nested transaction is refused and stores nothing', async () => {
    const outer = transaction(async (tx) => {
      await tx.insert(deals).values(deal('outer'));
      await turns(2);
      await add('inner');
    });
    await expect(outer).rejects.toThrow('Pass the `tx` of the outer one on instead.');
    expect(await countDeals()).toBe(0);
    await add('later');
    expect(await countDeals()).toBe(1);
  });

  test('a nested transaction may be refused without the outer one', async () => {
    await transaction(async (tx) => {
      await tx.insert(deals).values(deal('outer'));
      await expect(add('inner')).rejects.toThrow('within a transaction');
    });
    expect(await countDeals()).toBe(1);
  });

  test('parallel and later transactions do not count as nested', async () => {
    await Promise.all([add('one'), add('two')]);
    let later: Promise<unknown> | undefined;
    await transaction(async () => {
      later = turns(5).then(() => add('three'));
    });
    await later;
    expect(await countDeals()).toBe(3);
  });
});
