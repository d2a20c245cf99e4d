import { beforeAll, describe, expect, test } from 'vitest';
import { parseDealQuery } from '~/address/deal-query';
import { backfillCompanyKeys } from '~/domain/deal/backfill-company-keys.server';
import { countDeals, getDashboardFigures } from '~/domain/deal/count.server';
import { listDealIds, listDealRows } from '~/domain/deal/list.server';
import { SORTS } from '~/domain/deal/sort';
import { updateDeal } from '~/domain/deal/update.server';
import { countUnreadMentions } from '~/domain/note/unread-mentions.server';
import { loadDuplicatesView } from '~/ui/duplicates/duplicates-view.server';
import { createCast } from '../../support/cast';
import { addDeal } from '../../support/deals';
import { addManyDeals } from '../../support/many-deals';
import { explainQueries } from '../../support/query-plans';

const people = await createCast();

const read = (query: string) => parseDealQuery(new URLSearchParams(query));
const makeQuery = (filters: Record<string, string> = {}) =>
  parseDealQuery(new URLSearchParams(filters));

describe('query plans of deal lists (rules 4.24, 16.75, 16.81, 17.15 and 18.22)', () => {
  /** Returns SQLite's plans for the table of deals, with empty caches. */
  async function explainDealQueries(work: () => Promise<unknown>): Promise<string[]> {
    await updateDeal(people.maren, someId, { comments: `${Math.random()}` });
    return explainQueries(work, '"pipelines"');
  }
  let someId: number;
  beforeAll(async () => {
    someId = await addDeal(people.ana, { companyName: 'Planned' });
    await addManyDeals(people.daichi);
  });

  const isTableScan = (detail: string) =>
    /^SCAN (pipelines|pipeline_industries|changes)(?! USING (COVERING )?INDEX)/.test(detail);
  /** Equal values may be sorted by their time. */
  const isSort = (detail: string) => detail === 'USE TEMP B-TREE FOR ORDER BY';

  const page = { limit: 25, offset: 1 };
  /** Sorting the index takes 1.5 ms at 20,000 deals, so that an index of their own would not pay. */
  const SORTED_FROM_INDEX = ['in_stage_desc', 'look_again_asc'];
  test.each(SORTED_FROM_INDEX)('the sort %s reads an index alone', async (sort) => {
    const plans = await explainDealQueries(() =>
      listDealIds(people.maren, makeQuery({ sort }), { page }),
    );
    expect(plans).toContain('SCAN pipelines USING COVERING INDEX pipelines_in_stage');
    expect(plans.filter(isTableScan)).toEqual([]);
  });

  test.each(SORTS.filter((sort) => !sort.startsWith('user_') && !SORTED_FROM_INDEX.includes(sort)))(
    'a page sorted by %s is read in the order of an index',
    async (sort) => {
      const plans = await explainDealQueries(() =>
        listDealRows(people.maren, makeQuery({ sort }), page),
      );
      expect(plans.filter((detail) => isTableScan(detail) || isSort(detail))).toEqual([]);
    },
  );

  test.each(['user_asc', 'user_desc'])(
    'the sort %s reads the deals of each owner by index',
    async (sort) => {
      const plans = await explainDealQueries(() =>
        listDealRows(people.maren, makeQuery({ sort }), page),
      );
      expect(plans).toContain('SEARCH pipelines USING COVERING INDEX pipelines_user (user_id=?)');
      expect(plans.filter(isTableScan)).toEqual([]);
    },
  );

  test('duplicates and missing company keys are read by index', async () => {
    const locale = { language: 'en', timeZone: 'UTC' };
    const plans = await explainDealQueries(() =>
      loadDuplicatesView(people.maren, new URLSearchParams(), locale),
    );
    expect(plans.filter(isTableScan)).toEqual([]);
    expect(plans.join('\n')).toContain('USING COVERING INDEX pipelines_company');
    const keyless = 'SEARCH pipelines USING INDEX pipelines_company (company_key=?)';
    expect(await explainDealQueries(backfillCompanyKeys)).toEqual([keyless]);
  });

  test('unread mentions are counted by index', async () => {
    for (const viewer of [people.maren, people.ana])
      expect(
        (await explainDealQueries(() => countUnreadMentions(viewer))).filter(isTableScan),
      ).toEqual([]);
  });

  const FILTERS = [
    ...'userId=x round=A industry=AI search=abc search=森 group=CCBI owner=ana'.split(' '),
    ...'part=reviews part=priority part=soon round=A&industry=AI&search=abcd'.split(' '),
    ...'due=overdue due=week due=overdue&sort=due_asc scored=yes scored=no evaluated=no'.split(' '),
    ...'scoreMin=3&scoreMax=5.5 createdSince=7 updatedSince=7 movedSince=7 notedSince=7'.split(' '),
    ...'quiet=21 outcome=due text=cold+chain text=物流'.split(' '),
  ];
  test.each(FILTERS)('%s reads the whole table neither for page nor figures', async (query) => {
    for (const viewer of [people.maren, people.ana]) {
      const work = () =>
        Promise.all([
          listDealRows(viewer, read(query), { limit: 25, offset: 0 }),
          getDashboardFigures(viewer, read(query)),
        ]);
      expect((await explainDealQueries(work)).filter(isTableScan)).toEqual([]);
    }
  });

  const COUNTED = [
    ...'round= round=A industry=AI part=soon due=overdue quiet=21 scoreMin=3'.split(' '),
    ...'evaluated=no group=CCBI search=plenty'.split(' '),
  ];
  test.each(COUNTED)('%s is counted from a covering index', async (query) => {
    const { maren } = people;
    const plans = await explainDealQueries(() =>
      Promise.all([getDashboardFigures(maren, read(query)), countDeals(maren, read(query))]),
    );
    const dealPlans = plans.filter((detail) => /^(SCAN|SEARCH) pipelines/.test(detail));
    expect(dealPlans.filter((detail) => !detail.includes('COVERING INDEX'))).toEqual([]);
  });

  test('figures of own deals read only own deals', async () => {
    const { ana } = people;
    const work = () =>
      Promise.all([
        getDashboardFigures(ana, makeQuery()),
        countDeals(ana, makeQuery()),
        listDealIds(ana, makeQuery({ sort: 'user_asc' })),
      ]);
    const isScan = (detail: string) => /^SCAN (pipelines|pipeline_industries)/.test(detail);
    expect((await explainDealQueries(work)).filter(isScan)).toEqual([]);
  });
});
