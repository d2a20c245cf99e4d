import { beforeAll, describe, expect, test, vi } from 'vitest';
import { buildSearchText } from '#db/fold';
import { deals, notes } from '#db/schema';
import { transaction } from '#db/transaction';
import { parseDealQuery } from '~/address/deal-query';
import { getDashboardFigures } from '~/domain/deal/count.server';
import { listOfferedIndustries } from '~/domain/deal/count-industries.server';
import { listDealRows } from '~/domain/deal/list.server';
import * as pool from '~/jobs/threads/pool.server';
import { loadSearchView } from '~/ui/search/search-view.server';
import { getStatus } from '../../support/answers';
import { createCast } from '../../support/cast';
import { addDeal } from '../../support/deals';
import { getProcessorTimeMs } from '../../support/event-loop-turns';

/** Worst texts for a search: one or few letters again and again, in mixed case. */

const DEALS = 1_500;
/** Allows a third of a second on a busy machine; an index of trigrams took 30 s. */
const MAX_BLOCK_MS = 350;
const people = await createCast();
beforeAll(async () => {
  const now = new Date();
  const companyName = 'A'.repeat(200);
  const ceoName = 'a'.repeat(200);
  const cooName = 'aA'.repeat(100);
  const names = { companyName, ceoName, cooName };
  const introduction = 'aB'.repeat(5_000);
  const rows = Array.from({ length: DEALS }, (_, n) => ({
    ...names,
    userId: people.ana.id,
    businessIntroduction: introduction,
    detailsText: buildSearchText(introduction),
    searchText: buildSearchText(...Object.values(names)),
    industries: Array.from({ length: 50 }, (_, k) => `${n} ${k} `.padEnd(98, 'x')),
    createdAt: now,
    updatedAt: now,
  }));
  const text = 'Ab'.repeat(5_000);
  const id = await addDeal(people.ana);
  const author = { authorId: people.ana.id, authorName: 'Ana', createdAt: now };
  await transaction(async (tx) => {
    for (let i = 0; i < DEALS; i += 100) await tx.insert(deals).values(rows.slice(i, i + 100));
    const note = { ...author, dealId: id, text, searchText: buildSearchText(text) };
    for (let i = 0; i < 300; i++) await tx.insert(notes).values(note);
  });
});

async function measureLongestBlockMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = getProcessorTimeMs();
  const measure = () => {
    longest = Math.max(longest, getProcessorTimeMs() - last - 5);
    last = getProcessorTimeMs();
  };
  const timer = setInterval(measure, 5);
  await work();
  measure();
  clearInterval(timer);
  return longest;
}

const page = { limit: 50, offset: 0 };
const makeQuery = (name: string, value: string) =>
  parseDealQuery(new URLSearchParams({ [name]: value }));

describe.each([
  ['the same letter', `${'a'.repeat(99)}b`],
  ['a period', `${'aB'.repeat(49)}c`],
  ['what all of them have', 'AB'.repeat(50)],
  ['a thousand letters', 'ab'.repeat(500)],
  ['one letter', 'ba'],
])('worst-case search for %s (rules 4.2 and 18.19)', (_, typed) => {
  test('a worst-case search does not block the event loop', async () => {
    for (const viewer of [people.maren, people.ben]) {
      const block = await measureLongestBlockMs(async () => {
        for (const query of [makeQuery('search', typed), makeQuery('text', typed)]) {
          await listDealRows(viewer, query, page);
          await getDashboardFigures(viewer, query);
        }
        await loadSearchView(viewer, typed, { language: 'en', timeZone: 'UTC' });
      });
      expect(block).toBeLessThan(MAX_BLOCK_MS);
    }
  });
});

describe('counting many industries (rule 5.4)', () => {
  test('75,000 long industry names do not block the event loop', async () => {
    for (const search of ['', 'aaa']) {
      const query = makeQuery('search', search);
      const block = await measureLongestBlockMs(() => getDashboardFigures(people.maren, query));
      expect(block).toBeLessThan(MAX_BLOCK_MS);
    }
    expect(
      await measureLongestBlockMs(() => listOfferedIndustries(people.maren, ['AI'])),
    ).toBeLessThan(MAX_BLOCK_MS);
    const { distribution } = await getDashboardFigures(people.maren, makeQuery('search', 'aaa'));
    expect(distribution).toHaveLength(3);
    expect(distribution[0]!.deals).toBe(1);
  });
});

describe('searches that take too long (rule 4.2)', () => {
  // The time limit of 3 s would need a database of 1 GB.
  const mockTimedOutSearch = () => vi.spyOn(pool, 'runQuery').mockResolvedValue(undefined);

  test('a search that takes too long answers 400 with advice', async () => {
    const spy = mockTimedOutSearch();
    const answer = listDealRows(people.maren, makeQuery('search', 'zzz'), page);
    await expect(answer).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(
        /^This search takes too long because .* filter by owner first\.$/,
      ),
    });
    spy.mockRestore();
  });

  test('one person runs at most four searches at once', async () => {
    const searches = Array.from({ length: 9 }, (_, n) =>
      getStatus(listDealRows(people.ben, makeQuery('search', `n${n}`), page)),
    );
    const statuses = (await Promise.all(searches)).sort();
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429, 429, 429, 429]);
    expect(await listDealRows(people.ben, makeQuery('search', 'n9'), page)).toEqual([]);
  });
});
