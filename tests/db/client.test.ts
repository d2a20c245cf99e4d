import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { db, getDatabasePath, isDatabaseResponding, withSnapshot } from '#db/client';
import { isUniqueViolation } from '#db/errors';
import { dealIndustries, deals, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { createUser } from '~/domain/user/create.server';
import { catchResponse } from '../support/answers';
import { type Cast, createCast } from '../support/cast';
import { addDeal, countDeals, deleteDeals, getStoredDeal } from '../support/deals';

const path = getDatabasePath(process.env.DATABASE_URL!);
let people: Cast;
beforeAll(async () => {
  people = await createCast();
});
beforeEach(async () => {
  await deleteDeals();
});

const deal = (companyName: string) => ({
  userId: people.ana.id,
  companyName,
  searchText: companyName,
  createdAt: new Date(),
  updatedAt: new Date(),
});

describe('connection settings (rule 3.9)', () => {
  test('connections use WAL, full sync, foreign keys and short waits', async () => {
    const names = ['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout'];
    const settings = await transaction(async (tx) =>
      names.flatMap((name) => Object.values(tx.get<object>(sql.raw(`pragma ${name}`)))),
    );
    expect(settings).toEqual(['wal', 2, 1, 20]);
  });

  test('the reader connection is read-only', async () => {
    await expect((async () => db.insert(deals).values(deal('x')))()).rejects.toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/Failed|readonly/) as string,
      }) as Error,
    );
    expect(await countDeals()).toBe(0);
  });

  test('a deal needs an owner and is deleted with them', async () => {
    await expect(
      transaction(async (tx) => tx.insert(deals).values({ ...deal('x'), userId: 'nobody' })),
    ).rejects.toThrow();
    const user = await createUser({ email: 'gone@demo.example', password: 'demo-gone-2026' });
    const id = await addDeal({ ...user }, { industries: ['AI'] });
    await transaction(async (tx) => tx.delete(users).where(sql`id = ${user.id}`));
    expect(await getStoredDeal(id)).toBeUndefined();
    expect(await db.$count(dealIndustries)).toBe(0);
  });

  test('only the process owner can read the database files', () => {
    for (const file of [path, `${path}-wal`, `${path}-shm`])
      expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    expect((statSync(dirname(path)).mode & 0o077).toString(8)).toBe('0');
  });

  test('the database responds', () => {
    expect(isDatabaseResponding()).toBe(true);
  });
});

describe('snapshots', () => {
  test('a snapshot does not change and cannot write', async () => {
    await addDeal(people.ana);
    await withSnapshot(async (from) => {
      expect(await from.$count(deals)).toBe(1);
      await addDeal(people.ana);
      expect([await from.$count(deals), await countDeals()]).toEqual([1, 2]);
      await expect((async () => from.insert(deals).values(deal('x')))()).rejects.toThrow();
    });
  });
});

describe('unique emails (rule 1.3)', () => {
  test('a second email in another case is refused', async () => {
    expect(
      (await catchResponse(createUser({ email: 'Ana@Demo.Example', password: 'demo-ana-2026' })))
        .status,
    ).toBe(409);
    expect(isUniqueViolation(new Error('other'))).toBe(false);
  });
});

test('the database path is read from a file: URL', () => {
  expect(getDatabasePath('file:/var/lib/a.db')).toBe('/var/lib/a.db');
  expect(getDatabasePath('file:./data/x.db')).toBe(join(process.cwd(), 'data/x.db'));
});
