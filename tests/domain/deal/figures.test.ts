import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { buildSearchText, listFoldings } from '#db/fold';
import { deals, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { parseDealQuery } from '~/address/deal-query';
import { isStaff, type Viewer } from '~/domain/access';
import { countDeals, getDashboardFigures } from '~/domain/deal/count.server';
import { listTopIndustries } from '~/domain/deal/count-industries.server';
import { listDealIds, listDealRows } from '~/domain/deal/list.server';
import type { DealQuery } from '~/domain/deal/query';
import { updateDeal } from '~/domain/deal/update.server';
import { saveEvaluation } from '~/domain/evaluation/update.server';
import { transferDeal } from '~/domain/operations/transfer-deals.server';
import { deleteDeal, deleteDealsById } from '~/domain/operations/trash/delete.server';
import { deleteUser } from '~/domain/operations/trash/delete-users.server';
import { listTrash } from '~/domain/operations/trash/list.server';
import { restoreFromTrash } from '~/domain/operations/trash/restore.server';
import { changeName } from '~/domain/user/change-name.server';
import { createCast } from '../../support/cast';
import { addDeal } from '../../support/deals';
import { addManyDeals, MANY_DEALS } from '../../support/many-deals';
import { createRandom } from '../../support/random';

const people = await createCast();

const read = (query: string) => parseDealQuery(new URLSearchParams(query));
const makeQuery = (filters: Record<string, string> = {}) =>
  parseDealQuery(new URLSearchParams(filters));

const next = createRandom(20261121);
const random = (n: number) => Math.floor(next() * n);
const pick = <T>(list: readonly T[]): T => list[random(list.length)]!;

const isIn = (text: string, typed: string) =>
  listFoldings(typed).some((form) => text.includes(form));

async function findByScanning(
  viewer: Viewer,
  { search, industry, round, group, userId, owner = '' }: DealQuery,
) {
  const rows = await db
    .select({ deal: deals, owner: users })
    .from(deals)
    .innerJoin(users, eq(users.id, deals.userId));
  return rows
    .filter(({ owner }) => isStaff(viewer) || owner.id === viewer.id)
    .filter(({ deal }) => !industry || deal.industries.includes(industry))
    .filter(({ deal }) => !round || deal.fundingRound === round)
    .filter((row) => !userId || row.owner.id === userId)
    .filter((row) => !group || row.owner.group === group)
    .filter((row) => isIn(row.owner.searchText, owner) && isIn(row.deal.searchText, search))
    .map(({ deal }) => deal);
}

/** Expects the list to hold exactly the deals of the query, and every figure to match the list. */
async function expectConsistentFigures(
  viewer: Viewer,
  query: DealQuery,
  after = '',
): Promise<void> {
  const deals = await findByScanning(viewer, query);
  const countWhere = (isCounted: (deal: (typeof deals)[number]) => boolean) =>
    deals.filter(isCounted).length;
  const named = [...new Set(deals.flatMap(({ industries }) => industries))].map((industry) => ({
    industry,
    deals: countWhere(({ industries }) => industries.includes(industry)),
  }));
  const listed = await listDealIds(viewer, query);
  expect(listed.sort(), after).toEqual(deals.map(({ id }) => id).sort());
  expect(await countDeals(viewer, query), after).toBe(deals.length);
  const { stats, scores } = await getDashboardFigures(viewer, query);
  expect(stats, after).toEqual({
    total: deals.length,
    activeReviews: countWhere((d) => (d.evaluationScore ?? 0) > 0),
    highPriority: countWhere((d) => d.meetingDays === 0),
    within30Days: countWhere((d) => d.meetingDays !== null && d.meetingDays <= 30),
  });
  expect(scores, after).toEqual(
    Array.from({ length: 10 }, (_, n) =>
      countWhere(
        ({ evaluationScore: score }) => score !== null && Math.min(Math.trunc(score), 9) === n,
      ),
    ),
  );
  expect(await listTopIndustries(viewer, query, 99), after).toEqual(
    named.sort((a, b) => b.deals - a.deals || (a.industry < b.industry ? -1 : 1)),
  );
}

describe('figures after changes (rule 4.22)', () => {
  async function expectAllConsistent(after: string): Promise<void> {
    const queries = ['', 'round=A', `userId=${people.ana.id}`, 'industry=AI'];
    for (const viewer of [people.maren, people.ana])
      for (const query of queries) await expectConsistentFigures(viewer, read(query), after);
  }

  const fields = () => ({
    industries: pick([[], ['AI'], ['AI', 'AI', 'DX'], ['DX', 'Others'], ['Bio\'"%']]),
    evaluationScore: pick([null, 0, 0.1, 5, 9.9, 10]),
    nextMeetingDate: pick([null, 'ASAP', '30 days', '90 days', 'next spring']),
    fundingRound: pick([null, 'Seed', 'A', 'Series Q']),
  });

  test('figures are correct after every kind of change', async () => {
    const owners = [people.ana, people.ben, people.chiara];
    for (let n = 0; n < 24; n++)
      await addDeal(pick(owners), { companyName: `Deal ${n}`, ...fields() });
    await expectAllConsistent('creating');
    const ids = (await db.select({ id: deals.id }).from(deals)).map(({ id }) => id);
    for (let n = 0; n < 30; n++) await updateDeal(people.maren, pick(ids), fields());
    await expectAllConsistent('editing');
    await saveEvaluation(people.maren, ids[0]!, { marketSize: 9 });
    await transferDeal(people.maren, ids[1]!, people.daichi.email);
    await expectAllConsistent('giving away');
    await deleteDeal(people.maren, ids[2]!);
    await deleteDealsById(people.maren, ids.slice(3, 8));
    await expectAllConsistent('deleting');
    await deleteUser(people.maren, people.chiara.id);
    await expectAllConsistent('deleting with the owner');
    const broken = transaction(async (tx) => {
      await tx.delete(deals);
      throw new Error('no');
    });
    await expect(broken).rejects.toThrow('no');
    await expectAllConsistent('rolling back');
    for (const { id } of await listTrash(people.maren, { limit: 100, offset: 0 }))
      await restoreFromTrash(people.maren, id);
    await expectAllConsistent('restoring');
    expect(await db.$count(deals)).toBe(24);
  });

  test('sorting by owner follows a new name at once', async () => {
    const first = async () => {
      const page = { limit: 1, offset: 0 };
      const [row] = await listDealRows(people.maren, makeQuery({ sort: 'user_asc' }), page);
      return row!.owner.email;
    };
    expect(await first()).toBe(people.ana.email);
    await changeName(people.ben, { firstName: 'Aaron', lastName: '' });
    expect(await first()).toBe(people.ben.email);
  });
});

describe('name search', () => {
  const SIGNS = [
    'abcABC ',
    'éßſıİŁ',
    'абвГД',
    'αβΣς',
    '森大地株式会社',
    'テスト',
    '한국어',
    'شركة',
    'ไทย',
    '𝒜𝓫😀👩‍💻🇩🇪',
    `"'%_\\*^-:()[]{}~+`,
    '0189',
  ].map((text) => [...text]);
  const sign = () => pick(random(3) ? SIGNS[0]! : pick(SIGNS));
  const makeWord = (maxSigns: number) =>
    Array.from({ length: 1 + random(maxSigns) }, sign).join('');

  test('name search finds exactly what contains the text', async () => {
    const added: { id: number; text: string }[] = [];
    for (let n = 0; n < 80; n++) {
      const companyName = makeWord(14).trim() || 'x';
      const ceoName = random(2) ? makeWord(10).trim() : null;
      const id = await addDeal(people.daichi, { companyName, ceoName });
      added.push({ id, text: buildSearchText(companyName, ceoName) });
    }
    let hits = 0;
    for (let n = 0; n < 250; n++) {
      const signs = [...pick(added).text];
      const start = random(signs.length);
      const search = random(4) ? signs.slice(start, start + 1 + random(5)).join('') : makeWord(4);
      const wanted = added.filter(({ text }) => isIn(text, search.trim())).map(({ id }) => id);
      const found = await listDealIds(people.daichi, { ...makeQuery({ sort: 'oldest' }), search });
      const ids = found.filter((id) => added.some((deal) => deal.id === id));
      expect(ids, JSON.stringify(search)).toEqual(wanted);
      hits += wanted.length;
    }
    expect(hits).toBeGreaterThan(250);
  });

  test('name search follows renaming and deletion', async () => {
    const ids = () => listDealIds(people.maren, makeQuery({ search: 'Quillmoor' }));
    const id = await addDeal(people.ana, { companyName: 'Quillmoor' });
    expect(await ids()).toEqual([id]);
    await updateDeal(people.ana, id, { companyName: 'Steadwick' });
    expect(await ids()).toEqual([]);
    await updateDeal(people.ana, id, { cfoName: 'Ada Quillmoor' });
    expect(await ids()).toEqual([id]);
    await deleteDeal(people.ana, id);
    expect(await ids()).toEqual([]);
  });
});

const QUERIES = [
  '',
  `industry=Bio'"%25`,
  'search=DEAL&group=CCIA&owner=ben',
  'search=1&industry=AI&round=A',
  ...'industry=AI industry=none round=A round=Series+Q&industry=DX group=CCBI owner=an'.split(' '),
  ...'group=CCIA&round=Seed owner=n&industry=AI&group=CCBI search=deal search=l+1'.split(' '),
  ...'search=1 search=%25'.split(' '),
];
test.each(QUERIES)('list and figures for %s equal a scan of every deal', async (query) => {
  for (const viewer of [people.maren, people.ana, people.ben])
    for (const userId of ['', people.ana.id, people.ben.id])
      for (const sort of ['newest', 'score_desc'] as const)
        await expectConsistentFigures(viewer, { ...read(query), userId, sort });
});

test('a search that matches very many deals counts correctly', async () => {
  await addManyDeals(people.daichi);
  for (const search of ['plenty', '鬱', '鬱陶', 'plenty 31'])
    await expectConsistentFigures(people.maren, makeQuery({ search }));
  expect(await countDeals(people.maren, makeQuery({ search: 'plenty' }))).toBe(MANY_DEALS);
  await transaction(async (tx) => tx.delete(deals).where(eq(deals.companyName, 'x')));
});
