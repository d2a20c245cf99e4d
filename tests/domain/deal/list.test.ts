import { eq, inArray } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { deals, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { parseDealQuery } from '~/address/deal-query';
import { getDashboardFigures } from '~/domain/deal/count.server';
import { listTopIndustries } from '~/domain/deal/count-industries.server';
import { listDealRows } from '~/domain/deal/list.server';
import { computeMeetingDueAt } from '~/domain/deal/meeting-due';
import { type Sort, SORTS } from '~/domain/deal/sort';
import * as api from '~/routes/api.pipelines';
import * as dashboard from '~/routes/dashboard/route';
import { call, type Cast, type CastMember, createCast } from '../../support/cast';
import { addDeal } from '../../support/deals';
import { specifiedLists } from '../../support/option-lists';

const people = await createCast();
const START = Date.UTC(2026, 0, 1);

type Line = [
  name: string,
  owner: keyof Cast,
  industries: string[],
  round: string | null,
  score: number | null,
  meeting: string,
  more: Record<string, string>,
];
/** Deals created a minute apart, except that the last two share a moment. */
const DEALS: Line[] = [
  ['one', 'ana', ['AI', 'DX'], 'B', 7, 'ASAP', { ceoName: '森 大地', stage: 'On hold' }],
  ['two', 'ben', ['DX'], 'Seed', 0, '90 days', { cooName: 'Ωμέγα ΟΔΥΣΣΕΑΣ', stage: 'Screening' }],
  ['three', 'nameless', [], null, null, 'N/A', { cfoName: 'Иван Петров' }],
  ['four', 'daichi', ['Zebra', 'AI'], 'Series Q', 10, '30 days', { ceoName: '100%_sure\\' }],
  ['five', 'ana', ['Fintech'], 'CB', 7, 'next spring', { ceoName: 'Ångström', stage: 'Passed' }],
  ['six', 'chiara', ['AI'], 'Pre-A', null, 'ASAP', { ceoName: 'شركة دبي' }],
  ['seven', 'ben', ['DX', 'IOT'], 'A', 0.1, '360 days', { comments: 'needle' }],
];
const SIZES: Record<string, string> = {
  one: '$5M',
  two: '€2,5 Mio.',
  four: '$12M',
  five: 'about as much as last year',
  six: '1.5-2m USD',
  seven: '¥1.2亿',
};

beforeAll(async () => {
  for (const [index, line] of DEALS.entries()) {
    const [companyName, owner, industries, fundingRound, evaluationScore] = line;
    const [, , , , , nextMeetingDate, more] = line;
    const fields = { companyName, industries, fundingRound, evaluationScore, nextMeetingDate };
    const targetFundingSize = SIZES[companyName];
    const id = await addDeal(people[owner], { ...fields, ...more, targetFundingSize });
    const createdAt = new Date(START + Math.min(index, DEALS.length - 2) * 60_000);
    // The first one was edited last.
    const updatedAt = index ? createdAt : new Date(START + DEALS.length * 60_000);
    const meeting = { nextMeetingDate, nextMeetingSetAt: createdAt };
    const times = { createdAt, updatedAt, nextMeetingSetAt: createdAt };
    const due = { meetingDueAt: computeMeetingDueAt(meeting, specifiedLists) };
    const isIt = eq(deals.id, id);
    await transaction(async (tx) =>
      tx
        .update(deals)
        .set({ ...times, ...due })
        .where(isIt),
    );
  }
});

async function list(query: string, as: CastMember = people.maren) {
  const answer = await call(api, 'GET', `/api/pipelines?${query}`, { as });
  expect(answer.status).toBe(200);
  const rows = (await answer.json()) as { companyName: string }[];
  const names = rows.map(({ companyName }) => companyName).join(' ');
  return { names, total: answer.headers.get('X-Total-Count') };
}
const listNames = async (query: string, as?: CastMember) => (await list(query, as)).names;
const ALL = 'seven six five four three two one';
const OLDEST = 'one two three four five six seven';

describe('sorting (rules 4.9, 4.11, 4.12, 4.13, 4.24, 4.29 and 17.5)', () => {
  const ORDERS: Record<Sort, string> = {
    newest: ALL,
    oldest: OLDEST,
    user_asc: 'five one seven two six three four',
    user_desc: 'four three six seven two five one',
    meeting_asc: 'one six four two seven five three',
    meeting_desc: 'seven two four six one five three',
    score_asc: 'six three two seven five one four',
    score_desc: 'four five one seven two six three',
    industry_asc: 'six one seven two five four three',
    industry_desc: 'four five seven two six one three',
    round_asc: 'two six seven one five four three',
    round_desc: 'four five one seven six two three',
    updated_asc: 'two three four five six seven one',
    updated_desc: 'one seven six five four three two',
    due_asc: 'one six four two seven five three',
    due_desc: 'seven two four six one five three',
    stage_asc: 'seven six four three two five one',
    stage_desc: 'one five two seven six four three',
    size_asc: 'seven two six one four five three',
    size_desc: 'seven two four one six five three',
  };
  test.each(SORTS)('the sort %s orders ties newest first, then by higher id', async (sort) => {
    expect(await listNames(`sort=${sort}`)).toBe(ORDERS[sort]);
  });
});

describe('filters, search and paging (rules 4.2, 4.3, 4.15, 4.29, 11.6, 11.20 and 23.3)', () => {
  test.each([
    ['sort=zufall', ALL],
    // By amount and currency (rule 4.29).
    ['sizeMin=2500000', 'seven four two one'],
    ['sizeMin=1750000&sizeMax=2500000', 'six two'],
    ['currency=USD', 'six four one'],
    ['currency=usd&sizeMax=5000000', 'six one'],
    ['currency=XXL', ''],
    ['sizeMin=-1&sizeMax=abc', ALL],
    // By names and kinds of stages (rule 23.3).
    ['stage=Screening', 'two'],
    ['stage=open', 'seven six four three two'],
    ['stage=lost&stage=Screening', 'five two'],
    ['stage=parked&stage=won&stage=parked', 'one'],
    ['stage=won', ''],
    ['stage=screening', ''],
    ['stage=', ALL],
    ['industry=AI', 'six four one'],
    ['industry=ai', ''],
    ['round=Series+A', ''],
    ['group=CCBI', 'five three one'],
    ['userId=nobody', ''],
    ['industry=AI&group=OnBS&sort=oldest', 'four'],
    ['industry=&round=&search=&group=&userId=', ALL],
  ])('the filter %s finds %s', async (query, names) => {
    expect(await listNames(query)).toBe(names);
  });

  test.each([
    ['ONE', 'one'],
    ['N', 'seven five one'],
    ['大地', 'one'],
    ['οδυς', 'two'],
    ['ПЕТР', 'three'],
    ['A\u030aNG', 'five'],
    ['ｆｉｖｅ', 'five'],
    ['دبي', 'six'],
    ['  one  ', 'one'],
    ['petrov', ''],
    // LIKE's own characters are plain text.
    ['%_', 'four'],
    ['_s', 'four'],
    ['e\\', 'four'],
    ['o_e', ''],
    ['o%e', ''],
    ["'", ''],
    ['[a-z]', ''],
    // Comments are not searched, and two names do not run together.
    ['needle', ''],
    ['one森', ''],
    ['ﷺ'.repeat(1_700), ''],
  ])('a search for %j in names finds %j', async (search, names) => {
    expect(await listNames(`search=${encodeURIComponent(search)}`)).toBe(names);
  });

  test.each([
    ['', OLDEST],
    ['limit=2&offset=2', 'three four'],
    ['offset=5', 'six seven'],
    ['limit=0', ''],
    ['limit=3&offset=6', 'seven'],
    ['offset=999999999', ''],
    ['limit=999999999', OLDEST],
    ['limit=-1', OLDEST],
    ['limit=x&offset=y', OLDEST],
    ['limit=1.5', OLDEST],
    ['limit=9999999999', OLDEST],
  ])('the API list with %s is a plain array with X-Total-Count', async (window, names) => {
    expect(await list(`sort=oldest&${window}`)).toEqual({ names, total: '7' });
  });
});

describe('visibility in lists (rule 2.2)', () => {
  test.each([
    ['ana', 'five one'],
    ['ben', 'seven two'],
    ['tomas', ALL],
  ] as const)('the list of %s shows %s', async (who, names) => {
    expect(await listNames('', people[who])).toBe(names);
  });

  test('no filter, sort or total reveals deals of others', async () => {
    for (const query of ['search=e', 'industry=AI', 'round=Seed', 'group=CCIA', 'sort=user_asc'])
      expect(await listNames(query, people.ana)).toMatch(/^((five|one) ?)*$/);
    expect(await list(`userId=${people.ben.id}`, people.ana)).toEqual({ names: '', total: '0' });
    expect(await list('limit=1', people.ana)).toEqual({ names: 'five', total: '2' });
    expect(await list('industry=AI&limit=1')).toEqual({ names: 'six', total: '3' });
  });
});

describe('figures and distribution (rules 5.3 and 5.4)', () => {
  const read = (query: string) => parseDealQuery(new URLSearchParams(query));

  test('figures count reviews, priority and meetings of the list', async () => {
    const of = async (query: string, as: CastMember = people.maren) =>
      Object.values((await getDashboardFigures(as, read(query))).stats);
    const { stats } = await getDashboardFigures(people.maren, read(''));
    expect(stats).toEqual({ total: 7, activeReviews: 4, highPriority: 2, within30Days: 3 });
    expect(await of('industry=AI')).toEqual([3, 2, 2, 3]);
    expect(await of('', people.ana)).toEqual([2, 2, 1, 1]);
    expect(await of(`userId=${people.ben.id}`, people.ana)).toEqual([0, 0, 0, 0]);
  });

  test('distribution shows the three industries with most deals', async () => {
    const top = async (query: string, as: CastMember = people.maren) =>
      (await listTopIndustries(as, read(query))).map((one) => `${one.industry} ${one.deals}`);
    expect(await top('')).toEqual(['AI 3', 'DX 3', 'Fintech 1']);
    expect(await top('', people.ben)).toEqual(['DX 2', 'IOT 1']);
    expect(await top('group=OnBS')).toEqual(['AI 1', 'Zebra 1']);
  });
});

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
    expect(Object.keys(toStaff)).toEqual([...specifiedLists.activeNames('industries'), 'Zebra']);
    expect(toStaff).toMatchObject({ AI: 3, DX: 3, Zebra: 1, Lifestyle: 0 });
    const toBen = await offered(people.ben);
    expect(Object.keys(toBen)).toEqual(specifiedLists.activeNames('industries'));
    expect(toBen).toMatchObject({ AI: 0, DX: 2, IOT: 1 });
  });
});

test('a streamed long list equals its pages as of one moment', async () => {
  const as = people.daichi;
  const times = { createdAt: new Date(), updatedAt: new Date() };
  const rows = Array.from({ length: 230 }, (_, n) => {
    return { userId: as.id, companyName: `Long-${n}`, searchText: `long-${n}`, ...times };
  });
  await transaction(async (tx) => tx.insert(deals).values(rows));
  const whole = await call(api, 'GET', '/api/pipelines?search=long', { as });
  expect(whole.headers.get('X-Total-Count')).toBe('230');
  expect(whole.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  const reader = whole.body!.getReader();
  const parts: Uint8Array[] = [];
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    if (!parts.length) await addDeal(as, { companyName: 'Late-long' });
    parts.push(read.value);
  }
  const answered = JSON.parse(Buffer.concat(parts).toString()) as { companyName: string }[];
  const sent = answered.map(({ companyName }) => companyName);
  expect(sent).toHaveLength(230);
  const pages = [0, 100, 200].map((offset) =>
    listNames(`search=long-&limit=100&offset=${offset}`, as),
  );
  expect((await Promise.all(pages)).join(' ').split(' ')).toEqual(sent);
});
