import { beforeAll, describe, expect, test } from 'vitest';
import { deals, historyEvents } from '#db/schema';
import { transaction } from '#db/transaction';
import { listSectionDealIds } from '~/domain/review/list-sections.server';
import { getPeriodStart } from '~/domain/review/period';
import { buildReviewedDealsQuery, buildSectionQuery } from '~/domain/review/query';
import { getSectionFilters, REVIEW_SECTIONS } from '~/domain/review/sections';
import { createCast } from '../../support/cast';
import { explainQueries } from '../../support/query-plans';

/** Sections are read by indexes, not by looking at each deal. */
const MANY_DEALS = 3_000;
const DAY = 86_400_000;
const UTC = 'UTC';
const { ana, ben, chiara, daichi, maren } = await createCast();
beforeAll(async () => {
  const rows = Array.from({ length: MANY_DEALS }, (_, n) => {
    const at = new Date(Date.now() - (n % 400) * DAY);
    const days = [0, 30, 90, null][n % 4]!;
    return {
      userId: [ana, ben, chiara, daichi][n % 4]!.id,
      companyName: 'x',
      searchText: 'x',
      meetingDays: days,
      meetingDueAt: days === null ? null : new Date(at.getTime() + days * DAY),
      createdAt: at,
      updatedAt: at,
    };
  });
  const history = rows.map(({ createdAt: at }, n) => ({
    at,
    subject: 'pipeline' as const,
    subjectId: String(n + 1),
    subjectName: 'x',
    kind: 'created' as const,
    fields: {},
  }));
  await transaction(async (tx) => {
    for (let i = 0; i < MANY_DEALS; i += 500) {
      await tx.insert(deals).values(rows.slice(i, i + 500));
      await tx.insert(historyEvents).values(history.slice(i, i + 500));
    }
  });
});

const { days } = getPeriodStart('monday', UTC);

describe('query plans of the review (rule 20.9)', () => {
  test.each(REVIEW_SECTIONS.filter(({ key }) => key !== 'moved'))(
    'section $key is read by an index for every scope',
    async ({ key }) => {
      for (const [viewer, whose] of [
        [maren, { userId: '', group: '' }],
        [maren, { userId: '', group: 'CCIA' }],
        [maren, { userId: ana.id, group: '' }],
        [ana, { userId: '', group: '' }],
      ] as const) {
        const query = buildSectionQuery(key, whose, UTC, days);
        const plans = await explainQueries(
          () => listSectionDealIds(viewer, query),
          'from "pipelines"',
        );
        expect(plans.join('\n')).toMatch(/(SCAN|SEARCH) pipelines USING (COVERING )?INDEX/);
        expect(plans.join('\n')).not.toMatch(/^SCAN (pipelines|notes)(?! USING COVERING INDEX)/m);
      }
    },
  );

  test.each([
    ['urgent', 'due'],
    ['overdue', 'due'],
    ['week', 'due'],
    ['noted', 'noted'],
    ['quiet', 'active'],
  ] as const)('section %s reads all deals in order of index pipelines_%s', async (key, index) => {
    const query = buildSectionQuery(key, { userId: '', group: '' }, UTC, days);
    const plans = await explainQueries(() => listSectionDealIds(maren, query), 'from "pipelines"');
    const steps = plans.filter((detail) => detail.includes('pipelines'));
    expect(steps.every((detail) => detail.includes(`INDEX pipelines_${index}`))).toBe(true);
  });

  test('section moved reads only the score changes of the period', async () => {
    const query = {
      ...buildReviewedDealsQuery({ userId: '', group: '' }, UTC),
      ...getSectionFilters('moved', days),
    };
    const read = () => listSectionDealIds(maren, query);
    const plans = await explainQueries(read, 'from "pipelines"');
    expect(plans).toContain('SEARCH changes USING INDEX changes_score (at>?)');
    expect(plans.filter((detail) => /^SCAN (pipelines|changes)/.test(detail))).toEqual([]);
  });
});
