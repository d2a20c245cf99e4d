import { eq, inArray } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { pipelines, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { type Sort, SORTS } from '~/models/pipeline/query';
import { dashboardFigures, industryDistribution } from '~/models/pipeline/figures.server';
import { meetingDueAt } from '~/models/pipeline/options';
import { readPipelineQuery } from '~/models/pipeline/query';
import { listPipelineRows } from '~/models/pipeline/list.server';
import * as api from '~/routes/api.pipelines';
import * as dashboard from '~/routes/dashboard';
import { specified } from '../../support/lists';
import { call, type Cast, cast } from '../../support/cast';
import { addPipeline } from '../../support/pipelines';

let people: Cast;
const START = Date.UTC(2026, 0, 1);

/** Name, owner, fields; one created a minute after the other, but the last two at the same moment. */
const DEALS: [string, keyof Cast, Record<string, unknown>][] = [
  [
    'one',
    'ana',
    {
      targetFundingSize: '$5M',
      stage: 'On hold',
      ceoName: '森 大地',
      industries: ['AI', 'DX'],
      fundingRound: 'B',
      evaluationScore: 7,
      nextMeetingDate: 'ASAP',
    },
  ],
  [
    'two',
    'ben',
    {
      targetFundingSize: '€2,5 Mio.',
      stage: 'Screening',
      cooName: 'Ωμέγα ΟΔΥΣΣΕΑΣ',
      industries: ['DX'],
      fundingRound: 'Seed',
      evaluationScore: 0,
      nextMeetingDate: '90 days',
    },
  ],
  [
    'three',
    'nameless',
    {
      cfoName: 'Иван Петров',
      industries: [],
      fundingRound: null,
      evaluationScore: null,
      nextMeetingDate: 'N/A',
    },
  ],
  [
    'four',
    'daichi',
    {
      targetFundingSize: '$12M',
      ceoName: '100%_sure\\',
      industries: ['Zebra', 'AI'],
      fundingRound: 'Series Q',
      evaluationScore: 10,
      nextMeetingDate: '30 days',
    },
  ],
  [
    'five',
    'ana',
    {
      stage: 'Passed',
      targetFundingSize: 'about as much as last year',
      ceoName: 'Ångström',
      industries: ['Fintech'],
      fundingRound: 'CB',
      evaluationScore: 7,
      nextMeetingDate: 'next spring',
    },
  ],
  [
    'six',
    'chiara',
    {
      targetFundingSize: '1.5-2m USD',
      ceoName: 'شركة دبي',
      industries: ['AI'],
      fundingRound: 'Pre-A',
      evaluationScore: null,
      nextMeetingDate: 'ASAP',
    },
  ],
  [
    'seven',
    'ben',
    {
      targetFundingSize: '¥1.2亿',
      comments: 'needle',
      businessIntroduction: 'needle',
      keyBusinessNumbers: 'needle',
      industries: ['DX', 'IOT'],
      fundingRound: 'A',
      evaluationScore: 0.1,
      nextMeetingDate: '360 days',
    },
  ],
];

beforeAll(async () => {
  people = await cast();
  for (const [index, [companyName, owner, fields]] of DEALS.entries()) {
    const id = await addPipeline(people[owner], { companyName, ...fields });
    const createdAt = new Date(START + Math.min(index, DEALS.length - 2) * 60_000);
    // The first one was edited last.
    const updatedAt = index ? createdAt : new Date(START + DEALS.length * 60_000);
    await transaction(async (tx) =>
      tx
        .update(pipelines)
        .set({ createdAt, updatedAt, ...meetingOf(fields, createdAt) })
        .where(eq(pipelines.id, id)),
    );
  }
});

function meetingOf(fields: { nextMeetingDate?: string }, nextMeetingSetAt: Date) {
  return {
    nextMeetingSetAt,
    meetingDueAt: meetingDueAt({ ...fields, nextMeetingSetAt }, specified),
  };
}

async function list(query: string, as: Cast['ana'] = people.maren) {
  const answer = await call(api, 'GET', `/api/pipelines?${query}`, { as });
  expect(answer.status).toBe(200);
  const rows = (await answer.json()) as { companyName: string }[];
  return {
    names: rows.map(({ companyName }) => companyName).join(' '),
    total: answer.headers.get('X-Total-Count'),
  };
}
const found = async (query: string, as?: Cast['ana']) => (await list(query, as)).names;

describe('sorting; ties newest first, then the higher id (rules 4.9, 4.11, 4.12, 4.13, 4.24, 4.29 and 17.5)', () => {
  const ORDERS: Record<Sort, string> = {
    newest: 'seven six five four three two one',
    oldest: 'one two three four five six seven',
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
  test.each(SORTS)('%s', async (sort) => {
    expect(await found(`sort=${sort}`)).toBe(ORDERS[sort]);
  });

  test.each(['', 'sort=', 'sort=zufall', 'sort=constructor'])(
    'an unknown sort (%s) falls back to newest (rule 4.15)',
    async (query) => {
      expect(await found(query)).toBe(ORDERS.newest);
    },
  );
});

test.each([
  ['sizeMin=2500000', 'seven four two one'],
  ['sizeMin=1750000&sizeMax=2500000', 'six two'],
  ['currency=USD', 'six four one'],
  ['currency=usd&sizeMax=5000000', 'six one'],
  ['currency=XXL', ''],
  ['sizeMin=-1&sizeMax=abc', 'seven six five four three two one'],
])('a list is filtered by amount and currency: %s (rule 4.29)', async (query, names) => {
  expect(await found(query)).toBe(names);
});

test.each([
  ['stage=Screening', 'two'],
  ['stage=open', 'seven six four three two'],
  ['stage=lost&stage=Screening', 'five two'],
  ['stage=parked&stage=won&stage=parked', 'one'],
  ['stage=won', ''],
  ['stage=screening', ''],
  ['stage=Nowhere', ''],
  ['stage=', 'seven six five four three two one'],
])('a list is filtered by names and kinds of stages: %s (rule 23.3)', async (query, names) => {
  expect(await found(query)).toBe(names);
});

describe('search in company name and the leadership names, as a substring, in any script (rule 4.2)', () => {
  test.each([
    ['one', 'one'],
    ['ONE', 'one'],
    ['N', 'seven five one'],
    ['e', 'seven five four three one'],
    ['森', 'one'],
    ['大地', 'one'],
    ['οδυς', 'two'],
    ['ΟΔΥΣΣ', 'two'],
    ['ωμέγα', 'two'],
    ['ПЕТР', 'three'],
    ['ångström', 'five'],
    ['A\u030aNG', 'five'],
    ['ｆｉｖｅ', 'five'],
    ['دبي', 'six'],
    ['  one  ', 'one'],
    ['petrov', ''],
  ])('%j finds %j', async (search, names) => {
    expect(await found(`search=${encodeURIComponent(search)}`)).toBe(names);
  });

  test.each([
    ['%', 'four'],
    ['_', 'four'],
    ['\\', 'four'],
    ['%_', 'four'],
    ['_s', 'four'],
    ['e\\', 'four'],
    ['o_e', ''],
    ['o%e', ''],
    ["'", ''],
    ['"', ''],
    ['[a-z]', ''],
    ['*', ''],
  ])("LIKE's own characters are plain text: %s", async (search, names) => {
    expect(await found(`search=${encodeURIComponent(search)}`)).toBe(names);
  });

  test('comments, introduction and numbers are not searched; two names do not run together (rule 4.2)', async () => {
    expect(await found('search=needle')).toBe('');
    expect(await found(`search=${encodeURIComponent('one森')}`)).toBe('');
  });

  test('the longest search an address can hold is answered', async () => {
    expect(await found(`search=${encodeURIComponent('ﷺ'.repeat(1_700))}`)).toBe('');
    expect(await found(`search=${'x'.repeat(15_000)}`)).toBe('');
  });
});

describe('filters', () => {
  test.each([
    ['industry=AI', 'six four one'],
    ['industry=DX', 'seven two one'],
    ['industry=Zebra', 'four'],
    ['industry=A', ''],
    ['industry=ai', ''],
    ['industry=%25', ''],
    ['industry=IOT', 'seven'],
    ['round=A', 'seven'],
    ['round=Seed', 'two'],
    ['round=Series+Q', 'four'],
    ['round=Series+A', ''],
    ['round=B', 'one'],
    ['group=CCBI', 'five three one'],
    ['group=CCIA', 'seven two'],
    ['group=OnBS', 'four'],
    ['group=Nope', ''],
    ['industry=AI&round=B', 'one'],
    ['industry=AI&search=si', 'six'],
    ['industry=AI&group=OnBS&sort=oldest', 'four'],
    ['industry=&round=&search=&group=&userId=', 'seven six five four three two one'],
  ])('%s finds %s (rules 4.3, 11.6 and 11.20)', async (query, names) => {
    expect(await found(query)).toBe(names);
  });

  test('userId (rule 4.3)', async () => {
    expect(await found(`userId=${people.ben.id}`)).toBe('seven two');
    expect(await found('userId=nobody')).toBe('');
  });
});

describe('a plain array; limit and offset are optional, X-Total-Count gives the total (rule 11.6)', () => {
  test.each([
    ['', 'one two three four five six seven'],
    ['limit=2', 'one two'],
    ['limit=2&offset=2', 'three four'],
    ['offset=5', 'six seven'],
    ['limit=0', ''],
    ['limit=3&offset=6', 'seven'],
    ['offset=7', ''],
    ['offset=999999999', ''],
    ['limit=999999999', 'one two three four five six seven'],
    ['limit=-1', 'one two three four five six seven'],
    ['limit=x&offset=y', 'one two three four five six seven'],
    ['limit=1.5', 'one two three four five six seven'],
    ['limit=9999999999', 'one two three four five six seven'],
    ['limit=', 'one two three four five six seven'],
  ])('%s', async (window, names) => {
    expect(await list(`sort=oldest&${window}`)).toEqual({ names, total: '7' });
  });

  test('the total counts the filtered list that the caller may see', async () => {
    expect(await list('industry=AI&limit=1')).toEqual({ names: 'six', total: '3' });
    expect(await list('limit=1', people.ana)).toEqual({ names: 'five', total: '2' });
    expect(await list('offset=1', people.ben)).toEqual({ names: 'two', total: '2' });
  });
});

describe('who sees what (rule 2.2)', () => {
  test.each([
    ['ana', 'five one'],
    ['ben', 'seven two'],
    ['nameless', 'three'],
    ['tomas', 'seven six five four three two one'],
    ['maren', 'seven six five four three two one'],
  ] as const)('%s: %s', async (who, names) => {
    expect(await found('', people[who])).toBe(names);
  });

  test.each(['search=e', 'industry=AI', 'round=Seed', 'group=CCIA', 'sort=user_asc'])(
    'no filter or sort shows a user more: %s',
    async (query) => {
      expect(
        (await found(query, people.ana))
          .split(' ')
          .filter((name) => name && !['one', 'five'].includes(name)),
      ).toEqual([]);
    },
  );

  test("asking for another owner's deals finds none", async () => {
    expect(await list(`userId=${people.ben.id}`, people.ana)).toEqual({ names: '', total: '0' });
  });
});

describe('stat cards and industry distribution, over the whole filtered list', () => {
  const of = async (query: string, as: Cast['ana'] = people.maren) =>
    (await dashboardFigures(as, readPipelineQuery(new URLSearchParams(query)))).stats;

  test('Active Reviews: score above 0 (0 is none); High Priority: ASAP; within 30 Days: ASAP or 30 days (rule 5.3)', async () => {
    expect(await of('')).toEqual({ total: 7, activeReviews: 4, highPriority: 2, within30Days: 3 });
    expect(await of('industry=AI')).toEqual({
      total: 3,
      activeReviews: 2,
      highPriority: 2,
      within30Days: 3,
    });
    expect(await of('search=nothing')).toEqual({
      total: 0,
      activeReviews: 0,
      highPriority: 0,
      within30Days: 0,
    });
    expect(await of('', people.ana)).toEqual({
      total: 2,
      activeReviews: 2,
      highPriority: 1,
      within30Days: 1,
    });
    expect(await of(`userId=${people.ben.id}`, people.ana)).toEqual({
      total: 0,
      activeReviews: 0,
      highPriority: 0,
      within30Days: 0,
    });
  });

  test('top 3 industries by deals (rule 5.4)', async () => {
    const top = (query: string, as: Cast['ana'] = people.maren) =>
      industryDistribution(as, readPipelineQuery(new URLSearchParams(query)));
    expect(await top('')).toEqual([
      { industry: 'AI', deals: 3 },
      { industry: 'DX', deals: 3 },
      { industry: 'Fintech', deals: 1 },
    ]);
    expect(await top('', people.ben)).toEqual([
      { industry: 'DX', deals: 2 },
      { industry: 'IOT', deals: 1 },
    ]);
    expect(await top('group=OnBS')).toEqual([
      { industry: 'AI', deals: 1 },
      { industry: 'Zebra', deals: 1 },
    ]);
  });
});

describe('the dashboard', () => {
  interface View {
    query: object;
    stats: { total: number };
    list: {
      rows: Record<string, unknown>[];
      page: number;
      pages: number;
      size: number;
      total: number;
    };
    filters: { value: string }[];
    owners?: { search: string; list: { email: string }[]; hasMore: boolean };
    details?: Record<string, unknown>;
  }
  const view = async (
    query: string,
    as: Cast['ana'] = people.maren,
    headers?: Record<string, string>,
  ) =>
    (await (
      await call(dashboard, 'GET', `/dashboard${query}`, {
        as,
        headers: headers && { ...headers, Cookie: `${as.cookie}; ${headers.Cookie ?? ''}` },
      })
    ).json()) as View;

  test('rows as the table shows them', async () => {
    const { list } = await view('?search=one', people.maren, {
      Cookie: 'tz=America/New_York',
      'Accept-Language': 'en-GB',
    });
    expect(list.rows[0]).toMatchObject({
      company: 'one',
      ceo: '森 大地',
      owner: 'Ana',
      industries: ['AI', 'DX'],
      round: 'Series B',
      score: 7,
      meeting: 'ASAP',
      urgent: true,
    });
    expect(list.rows[0]!.meetingDay).toMatch(/^\d{1,2} \w+ \d{4}$/);
    expect((await view('?search=three')).list.rows[0]).not.toHaveProperty('meetingDay');
    expect((await view('?search=three')).list.rows[0]).toMatchObject({
      owner: 'nameless@demo.example',
      meeting: 'N/A',
      score: null,
    });
  });

  test('two badges and the number of the rest; key metrics cut at 15 words (rule 5.9)', async () => {
    const id = await addPipeline(people.quentin, {
      companyName: 'many',
      industries: ['a', 'b', 'c', 'd'],
      keyBusinessNumbers: `${'word '.repeat(20)}`,
    });
    expect((await view(`?userId=${people.quentin.id}`)).list.rows[0]).toMatchObject({
      industries: ['a', 'b'],
      moreIndustries: 2,
      numbers: `${'word '.repeat(14)}word...`,
    });
    await transaction(async (tx) => tx.delete(pipelines).where(eq(pipelines.id, id)));
  });

  test.each([
    ['', 1, 50],
    ['?size=25', 1, 25],
    ['?size=100&page=2', 1, 100],
    ['?size=7&page=-1', 1, 50],
    ['?page=99999999', 1, 50],
    ['?page=abc', 1, 50],
  ])('page values that are odd fall back (%s) (rule 4.15)', async (query, page, size) => {
    expect((await view(query)).list).toMatchObject({ page, size, pages: 1, total: 7 });
  });

  test('the details dialog is an address; only of deals one may see (rule 5.12)', async () => {
    const rows = (await (
      await call(api, 'GET', '/api/pipelines?sort=oldest', { as: people.maren })
    ).json()) as { id: number; companyName: string }[];
    const [one, two] = rows;
    expect((await view(`?details=${one!.id}`, people.ana)).details).toMatchObject({
      companyName: 'one',
      sections: expect.arrayContaining([
        expect.objectContaining({
          title: 'Company Leadership',
          facts: expect.arrayContaining([
            { key: 'ceoName', kind: 'line', label: 'CEO', value: '森 大地' },
          ]) as unknown,
        }),
      ]) as unknown,
    });
    for (const query of [`?details=${two!.id}`, '?details=0', '?details=abc', '?details=99999'])
      expect(await view(query, people.ana)).not.toHaveProperty('details');
  });

  test('the owners dialog lists whom the viewer may see, only when asked for (rules 2.11 and 13.2)', async () => {
    expect(await view('')).not.toHaveProperty('owners');
    expect((await view('?owners', people.ana)).owners).toEqual({
      search: '',
      list: [{ id: people.ana.id, firstName: 'Ana', email: 'ana@demo.example' }],
      hasMore: false,
    });
    expect((await view('?owners', people.tomas)).owners!.list).toHaveLength(10);
  });

  test('the owners dialog lists the first 200, and finds the others by name or email (rule 4.21)', async () => {
    const ids = Array.from({ length: 250 }, (_, n) => `owner-${n}`);
    const now = new Date();
    await transaction(async (tx) =>
      tx.insert(users).values(
        ids.map((id) => ({
          id,
          email: `${id}@demo.example`,
          password: 'x',
          searchText: `${id}@demo.example`,
          sortName: `zz ${id}`,
          createdAt: now,
          updatedAt: now,
        })),
      ),
    );
    const all = (await view('?owners')).owners!;
    expect([all.list.length, all.hasMore]).toEqual([200, true]);
    const found = (await view('?owners=%20OWNER-249')).owners!;
    expect([found.list.map(({ email }) => email), found.hasMore]).toEqual([
      ['owner-249@demo.example'],
      false,
    ]);
    expect((await view('?owners=owner', people.ana)).owners!.list).toEqual([]);
    await transaction(async (tx) => tx.delete(users).where(inArray(users.id, ids)));
  });

  test('a row has no more than it shows, however many industries a deal has', async () => {
    const industries = Array.from({ length: 50 }, (_, n) => `${n} ${'x'.repeat(90)}`);
    const id = await addPipeline(people.quentin, { companyName: 'odd', industries });
    const query = readPipelineQuery(new URLSearchParams({ userId: people.quentin.id }));
    const page = { limit: 1, offset: 0 };
    const [row] = await listPipelineRows(people.maren, query, page);
    expect(row).toMatchObject({ firstIndustries: industries.slice(0, 2), industryCount: 50 });
    expect(JSON.stringify(row)).not.toContain(industries[2]);
    expect(await industryDistribution(people.maren, query)).toHaveLength(3);
    await transaction(async (tx) => tx.delete(pipelines).where(eq(pipelines.id, id)));
  });

  test.each(['e%FF', '%FF', 'e%C3', 'e%EF%BF%BE', 'e%EF%BF%BEx', 'e%ED%A0%80', 'e%00', 'xe%FFx'])(
    'count, figures and list agree on a search for %s (rule 4.20)',
    async (search) => {
      const names = ['e\ufffd', 'xe\ufffdx', 'e', 'ex'];
      const ids: number[] = [];
      for (const companyName of names) ids.push(await addPipeline(people.quentin, { companyName }));
      const address = `?userId=${people.quentin.id}&search=${search}`;
      const query = readPipelineQuery(new URLSearchParams(address));
      const wanted = names.filter((name) => name.includes(query.search)).length;
      const { stats, list } = await view(address);
      const answer = await call(api, 'GET', `/api/pipelines${address}`, { as: people.maren });
      expect([
        stats.total,
        list.total,
        list.rows.length,
        ((await answer.json()) as unknown[]).length,
        Number(answer.headers.get('X-Total-Count')),
      ]).toEqual(Array(5).fill(wanted));
      await transaction(async (tx) => tx.delete(pipelines).where(inArray(pipelines.id, ids)));
    },
  );

  test('the name of a filtered owner is told to who may see them', async () => {
    const told = async ({ id }: typeof people.ben, as = people.maren) =>
      (await view(`?userId=${id}`, as)).filters.map(({ value }) => value);
    expect(await told(people.ben)).toEqual(['Ben']);
    expect(await told(people.nameless)).toEqual(['nameless@demo.example']);
    expect(await told(people.ben, people.ana)).toEqual(['unknown']);
  });

  test('the page is not past the end, and stat cards count more than the page (rule 5.5)', async () => {
    for (let i = 0; i < 30; i++) await addPipeline(people.quentin, { companyName: `q${i}` });
    const { list, stats } = await view(`?userId=${people.quentin.id}&size=25&page=9&sort=oldest`);
    expect(list).toMatchObject({ page: 2, pages: 2, size: 25, total: 30 });
    expect(list.rows.map(({ company }) => company)).toEqual(['q25', 'q26', 'q27', 'q28', 'q29']);
    expect(stats.total).toBe(30);
  });

  test('a figure leads to the deals that it counts, and the figures stay those of the whole list (rule 5.21)', async () => {
    for (const [part, names] of [
      ['reviews', 'seven five four one'],
      ['priority', 'six one'],
      ['soon', 'six four one'],
    ] as const) {
      expect(await found(`part=${part}`)).toBe(names);
      const shown = await view(`?part=${part}&industry=AI`, people.maren);
      expect(shown.stats.total).toBe(3);
      const { total } = await list(`part=${part}&industry=AI`);
      expect(total).toBe(String(shown.list.total));
    }
    expect(await found('part=unknown&industry=AI')).toBe(await found('industry=AI'));
  });

  test('every industry of the deals that one may see can be chosen, with its number of deals (rule 4.25)', async () => {
    const offered = async (as: Cast['ana']) =>
      Object.fromEntries(
        (
          (await view('', as)) as unknown as { industries: { industry: string; deals: number }[] }
        ).industries.map(({ industry, deals }) => [industry, deals]),
      );
    const toStaff = await offered(people.maren);
    expect(Object.keys(toStaff)).toEqual([...specified.names('industries'), 'Zebra']);
    expect(toStaff).toMatchObject({ AI: 3, DX: 3, Zebra: 1, Lifestyle: 0 });
    const toBen = await offered(people.ben);
    expect(Object.keys(toBen)).toEqual(specified.names('industries'));
    expect(toBen).toMatchObject({ AI: 0, DX: 2, IOT: 1 });
  });

  test('signed out it is 401', async () => {
    expect((await call(dashboard, 'GET', '/dashboard')).status).toBe(401);
  });
});

describe('a long list, sent while it is read', () => {
  const path = '/api/pipelines?search=long';
  const names = async (query: string) =>
    (
      (await (await call(api, 'GET', `${path}${query}`, { as: people.daichi })).json()) as {
        companyName: string;
      }[]
    ).map(({ companyName }) => companyName);
  beforeAll(async () => {
    await Promise.all(
      Array.from({ length: 230 }, (_, n) =>
        addPipeline(people.daichi, { companyName: `Long ${n}` }),
      ),
    );
  });

  test('is what its pages are, as of one moment', async () => {
    const whole = await call(api, 'GET', path, { as: people.daichi });
    expect([whole.headers.get('X-Total-Count'), whole.headers.get('Content-Type')]).toEqual([
      '230',
      'application/json; charset=utf-8',
    ]);
    const reader = whole.body!.getReader();
    const first = await reader.read();
    const later = await addPipeline(people.daichi, { companyName: 'Long and late' });
    const parts = [first.value!];
    for (let read = await reader.read(); !read.done; read = await reader.read())
      parts.push(read.value);
    const sent = (JSON.parse(Buffer.concat(parts).toString()) as { companyName: string }[]).map(
      ({ companyName }) => companyName,
    );
    expect(sent).not.toContain('Long and late');
    await transaction(async (tx) => tx.delete(pipelines).where(eq(pipelines.id, later)));
    expect(sent).toEqual([
      ...(await names('&limit=100')),
      ...(await names('&limit=100&offset=100')),
      ...(await names('&limit=100&offset=200')),
    ]);
    expect(sent).toHaveLength(230);
  });
});
