import { inArray } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { deals, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { parseDealQuery } from '~/address/deal-query';
import { listTopIndustries } from '~/domain/deal/count-industries.server';
import { listDealRows } from '~/domain/deal/list.server';
import * as api from '~/routes/api.pipelines';
import * as dashboard from '~/routes/dashboard/route';
import { call, type CastMember, createCast } from '../support/cast';
import { addDeal } from '../support/deals';
import { addListedDeals, listByApi } from '../support/listed-deals';
import { specifiedLists } from '../support/option-lists';

const people = await createCast();
beforeAll(() => addListedDeals(people));

const list = (query: string, as: CastMember = people.maren) => listByApi(query, as);
const listNames = async (query: string, as?: CastMember) => (await list(query, as)).names;

describe('dashboard (rules 2.11, 4.15, 4.20, 4.21, 4.25, 5.5, 5.9, 5.12, 5.21 and 13.2)', () => {
  interface View {
    stats: { total: number };
    list: { rows: Record<string, unknown>[]; total: number };
    filters: { value: string }[];
    industries: { industry: string; deals: number }[];
    owners?: { search: string; list: { email: string }[]; hasMore: boolean };
    details?: Record<string, unknown>;
  }
  async function view(query: string, as: CastMember = people.maren, cookie = ''): Promise<View> {
    const headers = { Cookie: `${as.cookie}; ${cookie}`, 'Accept-Language': 'en-GB' };
    const answer = await call(dashboard, 'GET', `/dashboard${query}`, { headers });
    return (await answer.json()) as View;
  }
  /** Adds deals of somebody who has no others, for one test. */
  async function withDeals(values: Record<string, unknown>[], work: () => Promise<void>) {
    const ids: number[] = [];
    for (const deal of values) ids.push(await addDeal(people.quentin, deal));
    await work();
    await transaction(async (tx) => tx.delete(deals).where(inArray(deals.id, ids)));
  }
  const ofQuentin = `userId=${people.quentin.id}`;

  test('the dashboard formats rows for display', async () => {
    const [row] = (await view('?search=one', people.maren, 'tz=America/New_York')).list.rows;
    expect(row).toMatchObject({
      company: 'one',
      ceo: '森 大地',
      owner: 'Ana',
      industries: ['AI', 'DX'],
      round: 'Series B',
      score: 7,
      meeting: 'ASAP',
      urgent: true,
    });
    expect(row!.meetingDay).toMatch(/^\d{1,2} \w+ \d{4}$/);
    const [other] = (await view('?search=three')).list.rows;
    expect(other).not.toHaveProperty('meetingDay');
    const nameless = { owner: 'nameless@demo.example', meeting: 'N/A', score: null };
    expect(other).toMatchObject(nameless);
  });

  test('a row has two industries and the number of the others', async () => {
    const industries = Array.from({ length: 50 }, (_, n) => `${n} ${'x'.repeat(90)}`);
    const deal = { companyName: 'many', industries, keyBusinessNumbers: 'word '.repeat(20) };
    await withDeals([deal], async () => {
      const [row] = (await view(`?${ofQuentin}`)).list.rows;
      expect(row).toMatchObject({
        industries: industries.slice(0, 2),
        moreIndustries: 48,
        numbers: `${'word '.repeat(14)}word...`,
      });
      const query = parseDealQuery(new URLSearchParams(ofQuentin));
      const read = await listDealRows(people.maren, query, { limit: 1, offset: 0 });
      expect(JSON.stringify(read)).not.toContain(industries[2]);
      expect(await listTopIndustries(people.maren, query)).toHaveLength(3);
    });
  });

  test.each([
    ['', 50],
    ['?size=25', 25],
    ['?size=100&page=2', 100],
    ['?size=7&page=-1', 50],
    ['?page=99999999', 50],
    ['?page=abc', 50],
  ])('an invalid page or size in %s falls back', async (query, size) => {
    expect((await view(query)).list).toMatchObject({ page: 1, size, pages: 1, total: 7 });
  });

  test('a page beyond the end is the last, and figures count all', async () => {
    const deals = Array.from({ length: 30 }, (_, n) => ({ companyName: `q${n}` }));
    await withDeals(deals, async () => {
      const { list, stats } = await view(`?${ofQuentin}&size=25&page=9&sort=oldest`);
      expect(list).toMatchObject({ page: 2, pages: 2, size: 25, total: 30 });
      expect(list.rows.map(({ company }) => company).join()).toBe('q25,q26,q27,q28,q29');
      expect(stats.total).toBe(30);
    });
  });

  test('the details dialog opens only for visible deals', async () => {
    const answer = await call(api, 'GET', '/api/pipelines?sort=oldest', { as: people.maren });
    const [one, two] = (await answer.json()) as { id: number }[];
    const { details } = await view(`?details=${one!.id}`, people.ana);
    expect(details).toMatchObject({ companyName: 'one' });
    expect(JSON.stringify(details)).toContain(
      '{"key":"ceoName","kind":"line","label":"CEO","value":"森 大地"}',
    );
    for (const id of [two!.id, 0, 'abc', 99_999])
      expect(await view(`?details=${id}`, people.ana)).not.toHaveProperty('details');
  });

  test('the owners dialog lists visible owners only when asked for', async () => {
    expect(await view('')).not.toHaveProperty('owners');
    const list = [{ id: people.ana.id, firstName: 'Ana', email: 'ana@demo.example' }];
    const { owners } = await view('?owners', people.ana);
    expect(owners).toEqual({ search: '', list, hasMore: false });
    expect((await view('?owners', people.tomas)).owners!.list).toHaveLength(10);
  });

  test('the owners dialog lists 200 and searches the others', async () => {
    const ids = Array.from({ length: 250 }, (_, n) => `owner-${n}`);
    const times = { createdAt: new Date(), updatedAt: new Date() };
    const rows = ids.map((id) => {
      const email = `${id}@demo.example`;
      return { id, email, password: 'x', searchText: email, sortName: `zz ${id}`, ...times };
    });
    await transaction(async (tx) => tx.insert(users).values(rows));
    const { list, hasMore } = (await view('?owners')).owners!;
    expect([list.length, hasMore]).toEqual([200, true]);
    const searched = (await view('?owners=%20OWNER-249')).owners!;
    expect(searched.list.map(({ email }) => email)).toEqual(['owner-249@demo.example']);
    expect(searched.hasMore).toBe(false);
    expect((await view('?owners=owner', people.ana)).owners!.list).toEqual([]);
    await transaction(async (tx) => tx.delete(users).where(inArray(users.id, ids)));
  });

  test.each(['e%FF', '%FF', 'e%C3', 'e%EF%BF%BE', 'e%EF%BF%BEx', 'e%ED%A0%80', 'e%00', 'xe%FFx'])(
    'count, figures and list agree on a search for %s',
    async (search) => {
      const names = ['e\ufffd', 'xe\ufffdx', 'e', 'ex'];
      const address = `${ofQuentin}&search=${search}`;
      const query = parseDealQuery(new URLSearchParams(address));
      const wanted = names.filter((name) => name.includes(query.search)).length;
      await withDeals(
        names.map((companyName) => ({ companyName })),
        async () => {
          const { stats, list: page } = await view(`?${address}`);
          const { names: sent, total } = await list(address);
          const counts = [stats.total, page.total, page.rows.length, Number(total)];
          expect(counts).toEqual(Array(4).fill(wanted));
          expect(sent.split(' ').filter(Boolean)).toHaveLength(wanted);
        },
      );
    },
  );

  test('the name of a filtered owner is shown only if visible', async () => {
    const getFilterText = async ({ id }: CastMember, as = people.maren) =>
      (await view(`?userId=${id}`, as)).filters.map(({ value }) => value).join();
    expect(await getFilterText(people.ben)).toBe('Ben');
    expect(await getFilterText(people.nameless)).toBe('nameless@demo.example');
    expect(await getFilterText(people.ben, people.ana)).toBe('unknown');
  });

  test('a figure links to the deals that it counts', async () => {
    for (const [part, names] of [
      ['reviews', 'seven five four one'],
      ['priority', 'six one'],
      ['soon', 'six four one'],
    ] as const) {
      expect(await listNames(`part=${part}`)).toBe(names);
      const shown = await view(`?part=${part}&industry=AI`);
      expect(shown.stats.total).toBe(3);
      expect((await list(`part=${part}&industry=AI`)).total).toBe(String(shown.list.total));
    }
    expect(await listNames('part=unknown&industry=AI')).toBe(await listNames('industry=AI'));
  });

  test('the filter offers industries of visible deals with counts', async () => {
    const offered = async (as: CastMember) => {
      const { industries } = await view('', as);
      return Object.fromEntries(industries.map(({ industry, deals }) => [industry, deals]));
    };
    const toStaff = await offered(people.maren);
    expect(Object.keys(toStaff)).toEqual([
      ...specifiedLists.listActiveNames('industries'),
      'Zebra',
    ]);
    expect(toStaff).toMatchObject({ AI: 3, DX: 3, Zebra: 1, Lifestyle: 0 });
    const toBen = await offered(people.ben);
    expect(Object.keys(toBen)).toEqual(specifiedLists.listActiveNames('industries'));
    expect(toBen).toMatchObject({ AI: 0, DX: 2, IOT: 1 });
  });
});
