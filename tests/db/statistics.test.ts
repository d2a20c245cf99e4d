import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { db } from '#db/client';
import { pipelines } from '#db/schema';
import { refreshStatistics } from '#db/statistics';
import { transaction } from '#db/transaction';
import { cast } from '../support/cast';

test('what a database has grown to is known to who plans a query, without a restart', async () => {
  const { ana } = await cast();
  const now = new Date();
  const rows = Array.from({ length: 400 }, (_, n) => ({
    userId: ana.id,
    companyName: 'x',
    searchText: 'x',
    evaluationScore: n / 40,
    roundRank: 1,
    createdAt: now,
    updatedAt: now,
  }));
  await transaction(async (tx) => tx.insert(pipelines).values(rows));
  /** Nearly every deal has a round, and few have this score: which index is the shorter way is known by counting alone. */
  const plan = () =>
    JSON.stringify(
      db.all(
        sql`explain query plan select comments from pipelines where (round_rank is null) = 0 and evaluation_score = 3`,
      ),
    );
  expect(plan()).toContain('pipelines_stage');
  await Promise.all([
    transaction(async (tx) => tx.insert(pipelines).values(rows)),
    refreshStatistics(),
  ]);
  expect(plan()).toContain('pipelines_score');
});
