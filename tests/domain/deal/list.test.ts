import { beforeAll, describe, expect, test } from 'vitest';
import { deals } from '#db/schema';
import { transaction } from '#db/transaction';
import { parseDealQuery } from '~/address/deal-query';
import { getDashboardFigures } from '~/domain/deal/count.server';
import { listTopIndustries } from '~/domain/deal/count-industries.server';
import { type Sort, SORTS } from '~/domain/deal/sort';
import * as api from '~/routes/api.pipelines';
import { call, type CastMember, createCast } from '../../support/cast';
import { addDeal } from '../../support/deals';
import { addListedDeals, listByApi } from '../../support/listed-deals';

const people = await createCast();
beforeAll(() => addListedDeals(people));

const list = (query: string, as: CastMember = people.maren) => listByApi(query, as);
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
    active_asc: 'two three four five six seven one',
    active_desc: 'one seven six five four three two',
    noted_desc: 'seven six five four three two one',
    in_stage_desc: 'two three four five six seven one',
    look_again_asc: 'five one two three four six seven',
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
