import SQLite from 'better-sqlite3';
import { beforeAll, expect, test } from 'vitest';
import { databasePath } from '#db/client';
import { changes, pipelines } from '#db/schema';
import { transaction } from '#db/transaction';
import { startOf } from '~/models/review/period';
import { listOf, sectionQuery } from '~/models/review/review.server';
import { sectionFilters, SECTIONS } from '~/models/review/sections';
import { sectionIds } from '~/models/review/sections.server';
import { type Cast, cast } from '../../support/cast';
import { queriesOf } from '../../support/query-plans';

/** Each section is read by indexes, not by looking at each deal. */
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
});

async function planOf(work: () => Promise<unknown>): Promise<string[]> {
  const queries = await queriesOf(work);
  const source = queries.find((query) => query.includes('from "pipelines"'))!;
  const connection = new SQLite(databasePath(process.env.DATABASE_URL!), { readonly: true });
  const values = Array<null>((source.match(/\?/g) ?? []).length).fill(null);
  const plan = connection.prepare(`explain query plan ${source}`).all(...values);
  connection.close();
  return (plan as { detail: string }[]).map(({ detail }) => detail);
}

test.each(SECTIONS.filter(({ key }) => key !== 'moved'))(
  '$key: read by indexes, of all deals, of one owner and of a group (rule 20.9)',
  async ({ key }) => {
    const { days } = startOf('monday', UTC);
    for (const [viewer, whose] of [
      [people.maren, { userId: '', group: '' }],
      [people.maren, { userId: '', group: 'CCIA' }],
      [people.maren, { userId: people.ana.id, group: '' }],
      [people.ana, { userId: '', group: '' }],
    ] as const) {
      const query = sectionQuery(key, whose, UTC, days);
      const plan = await planOf(() => sectionIds(viewer, { key, query }));
      expect(plan.join('\n')).toMatch(/(SCAN|SEARCH) pipelines USING (COVERING )?INDEX/);
      expect(plan.join('\n')).not.toMatch(/^SCAN (pipelines|notes)(?! USING COVERING INDEX)/m);
    }
  },
);

test('moved: reads the score changes of the period alone (rule 20.9)', async () => {
  const { days } = startOf('monday', UTC);
  const query = { ...listOf({ userId: '', group: '' }, UTC), ...sectionFilters('moved', days) };
  const plan = await planOf(() => sectionIds(people.maren, { key: 'moved', query }));
  expect(plan).toContain('SEARCH changes USING INDEX changes_score (at>?)');
  expect(plan.filter((detail) => /^SCAN (pipelines|changes)/.test(detail))).toEqual([]);
});
