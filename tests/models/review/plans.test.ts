import SQLite from 'better-sqlite3';
import { beforeAll, expect, test } from 'vitest';
import { databasePath } from '#db/client';
import { changes, pipelines } from '#db/schema';
import { refreshStatistics } from '#db/statistics';
import { transaction } from '#db/transaction';
import { startOf } from '~/models/review/period';
import { listOf } from '~/models/review/review.server';
import { sectionFilters, SECTIONS } from '~/models/review/sections';
import { sectionIds } from '~/models/review/sections.server';
import { type Cast, cast } from '../../support/cast';
import { queriesOf } from '../../support/query-plans';

/** Each section is read in the order of an index, as far as it is shown and counted. */
const MANY = 3_000;
const DAY = 86_400_000;
const UTC = { language: 'en', timeZone: 'UTC' };
let people: Cast;
beforeAll(async () => {
  people = await cast();
  const deals = Array.from({ length: MANY }, (_, n) => {
    const at = new Date(Date.now() - (n % 400) * DAY);
    const days = [0, 30, 90, null][n % 4]!;
    return {
      userId: [people.ana, people.ben, people.chiara, people.daichi][n % 4]!.id,
      companyName: 'x',
      searchText: 'x',
      meetingDays: days,
      meetingDueAt: days === null ? null : new Date(at.getTime() + days * DAY),
      createdAt: at,
      updatedAt: at,
    };
  });
  const history = deals.map(({ createdAt: at }, n) => ({
    at,
    subject: 'pipeline' as const,
    subjectId: String(n + 1),
    subjectName: 'x',
    act: 'created' as const,
    fields: {},
  }));
  await transaction(async (tx) => {
    for (let i = 0; i < MANY; i += 500) {
      await tx.insert(pipelines).values(deals.slice(i, i + 500));
      await tx.insert(changes).values(history.slice(i, i + 500));
    }
  });
  await refreshStatistics();
});

async function planOf(work: () => Promise<unknown>): Promise<string[]> {
  const [source] = (await queriesOf(work)) as [string];
  const connection = new SQLite(databasePath(process.env.DATABASE_URL!), { readonly: true });
  const values = Array<null>((source.match(/\?/g) ?? []).length).fill(null);
  const plan = connection.prepare(`explain query plan ${source}`).all(...values);
  connection.close();
  return (plan as { detail: string }[]).map(({ detail }) => detail);
}

const isUnbounded = (detail: string) =>
  /^SCAN (pipelines|changes|notes)(?! USING COVERING INDEX pipelines_(urgent|unevaluated))/.test(
    detail,
  ) || detail === 'USE TEMP B-TREE FOR ORDER BY';

test.each(SECTIONS.filter(({ key }) => key !== 'moved'))(
  '$key: read in the order of an index, of all deals and of one owner',
  async ({ key }) => {
    const { start, days } = startOf('monday', UTC);
    for (const [viewer, userId] of [
      [people.maren, ''],
      [people.maren, people.ana.id],
      [people.ana, ''],
    ] as const) {
      const query = { ...listOf({ userId, group: '' }, UTC), ...sectionFilters(key, days) };
      const plan = await planOf(() => sectionIds(viewer, { key, query, start }));
      expect(plan.filter(isUnbounded)).toEqual([]);
      expect(plan.join()).toMatch(/pipelines USING COVERING INDEX/);
    }
  },
);

test.each(['overdue', 'week'] as const)(
  '%s: of a group, read by the index of its owners, without other deals',
  async (key) => {
    const { start, days } = startOf('monday', UTC);
    for (const whose of [{ group: 'CCIA' }, { group: '', owner: 'nobody' }]) {
      const query = { ...listOf({ userId: '', ...whose }, UTC), ...sectionFilters(key, days) };
      const plan = await planOf(() => sectionIds(people.maren, { key, query, start }));
      expect(plan.join()).toMatch(/pipelines USING COVERING INDEX pipelines_user_due/);
    }
  },
);

test('moved: reads the score changes of the period alone', async () => {
  const { start, days } = startOf('monday', UTC);
  const query = { ...listOf({ userId: '', group: '' }, UTC), ...sectionFilters('moved', days) };
  const plan = await planOf(() => sectionIds(people.maren, { key: 'moved', query, start }));
  expect(plan).toContain('SEARCH changes USING INDEX changes_score (at>?)');
  expect(plan.filter((detail) => /^SCAN (pipelines|changes)/.test(detail))).toEqual([]);
});
