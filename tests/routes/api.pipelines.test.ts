import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { eq } from 'drizzle-orm';
import { pipelines } from '#db/schema';
import { transaction } from '#db/transaction';
import * as list from '~/routes/api.pipelines';
import * as one from '~/routes/api.pipelines_.$id';
import * as apiUsers from '~/routes/api.users';
import * as edit from '~/routes/pipeline.$id.edit';
import { call, type Cast, cast } from '../support/cast';
import {
  addPipeline,
  clearDeals,
  countPipelines,
  errorsOf,
  FULL_DEAL,
  storedPipeline,
} from '../support/pipelines';

let people: Cast;
beforeAll(async () => {
  people = await cast();
});
beforeEach(clearDeals);

const EMPTY: Record<string, null | []> = Object.fromEntries(
  Object.entries(FULL_DEAL)
    .filter(([field]) => field !== 'companyName')
    .map(([field, value]) => [field, Array.isArray(value) ? [] : null]),
);

const create = (json: unknown, as = people.ana) =>
  call(list, 'POST', '/api/pipelines', { as, json });
const at = (id: number | string, method: string, sent: Parameters<typeof call>[3] = {}) =>
  call(one, method, `/api/pipelines/${id}`, {
    as: people.ana,
    params: { id: String(id) },
    ...sent,
  });
const put = (id: number, json: unknown, headers?: Record<string, string>) =>
  at(id, 'PUT', { json, headers });

describe('POST /api/pipelines', () => {
  test('every field is returned as sent, with the owner (rules 3.1, 3.8, 11.7 and 11.8)', async () => {
    const answer = await create(FULL_DEAL);
    expect(answer.status).toBe(201);
    const body = (await answer.json()) as Record<string, unknown>;
    expect(body).toMatchObject({
      ...FULL_DEAL,
      userId: people.ana.id,
      user: { firstName: 'Ana', email: 'ana@demo.example' },
      group: 'CCBI',
    });
    expect(answer.headers.get('Location')).toBe(`/api/pipelines/${String(body.id)}`);
    expect(Object.keys(body).sort()).toEqual(
      [
        ...Object.keys(FULL_DEAL),
        'id',
        'userId',
        'user',
        'group',
        'nextMeetingSetAt',
        'nextMeetingDue',
        'targetFundingAmount',
        'targetFundingCurrency',
        'fields',
        'stage',
        'stageSince',
        'createdAt',
        'updatedAt',
      ].sort(),
    );
    expect(await (await at(Number(body.id), 'GET')).json()).toEqual(body);
  });

  test('the target size that is sent is read, and read again when it changes (rule 4.29)', async () => {
    const answer = await create({ companyName: 'X', targetFundingSize: '€2,5 Mio.' });
    const { id, ...body } = (await answer.json()) as { id: number };
    expect(body).toMatchObject({ targetFundingAmount: 2_500_000, targetFundingCurrency: 'EUR' });
    for (const [targetFundingSize, targetFundingAmount, targetFundingCurrency] of [
      ['1.5-2m USD', 1_750_000, 'USD'],
      ['more than last year', null, null],
    ] as const) {
      const read = { targetFundingSize, targetFundingAmount, targetFundingCurrency };
      const edited = await at(id, 'PUT', { json: { targetFundingSize } });
      expect(await edited.json()).toMatchObject(read);
    }
  });

  test('companyName alone is enough, every other field is optional; null and "" are empty (rule 3.2)', async () => {
    const blank = Object.fromEntries(
      Object.keys(EMPTY).map((key) => [key, key === 'industries' ? [] : '']),
    );
    for (const more of [{}, { ...EMPTY, industries: null }, blank])
      expect(await (await create({ companyName: 'X', ...more })).json()).toMatchObject({
        companyName: 'X',
        ...EMPTY,
      });
  });

  test.each([[{}], [{ companyName: '' }], [{ companyName: ' \n ' }], [{ companyName: null }]])(
    'companyName is required: %j (rule 3.2)',
    async (json) => {
      const answer = await create(json);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toEqual({
        message: 'Validation Error',
        errors: [{ path: 'companyName', message: 'Company name is required' }],
      });
      expect(await countPipelines()).toBe(0);
    },
  );

  const CONTROL = 'This contains a control character that cannot be stored. Please remove it';
  test.each([
    ['companyName', 7, 'Please enter text'],
    ['ceoName', {}, 'Please enter text'],
    ['comments', ['x'], 'Please enter text'],
    ['companyName', 'x'.repeat(201), 'Please use at most 200 characters'],
    ['ceoName', 'x'.repeat(201), 'Please use at most 200 characters'],
    ['cooName', 'x'.repeat(201), 'Please use at most 200 characters'],
    ['cfoName', 'x'.repeat(201), 'Please use at most 200 characters'],
    ['businessIntroduction', 'x'.repeat(10_001), 'Please use at most 10,000 characters'],
    ['comments', 'x'.repeat(10_001), 'Please use at most 10,000 characters'],
    ['keyBusinessNumbers', 'x'.repeat(4_001), 'Please use at most 4,000 characters'],
    ['fundingRound', 'x'.repeat(101), 'Please use at most 100 characters'],
    ['targetFundingSize', 'x'.repeat(101), 'Please use at most 100 characters'],
    ['nextMeetingDate', 'x'.repeat(101), 'Please use at most 100 characters'],
    ['companyName', 'a\u0000b', CONTROL],
    ['ceoName', 'a\u001bb', CONTROL],
    ['comments', 'a\u0008b', CONTROL],
    ['comments', 'a\u000bb', CONTROL],
    ['businessIntroduction', 'a\ufffeb', CONTROL],
    ['comments', 'a\uffffb', CONTROL],
    ['keyBusinessNumbers', 'a\ud800b', CONTROL],
    ['fundingRound', 'a\udc00', CONTROL],
    ['industries', 'AI', 'Please send a list of industries'],
    ['industries', {}, 'Please send a list of industries'],
    ['industries', Array(51).fill('x'), 'Please choose at most 50 industries'],
    ['targetClosingDate', '2026-02-29', 'Please enter a date as YYYY-MM-DD'],
    ['targetClosingDate', '2026-13-01', 'Please enter a date as YYYY-MM-DD'],
    ['targetClosingDate', '01.02.2026', 'Please enter a date as YYYY-MM-DD'],
    ['targetClosingDate', '2026-1-1', 'Please enter a date as YYYY-MM-DD'],
    ['targetClosingDate', '2026-01-01T00:00:00Z', 'Please enter a date as YYYY-MM-DD'],
    ['targetClosingDate', 20260101, 'Please enter a date as YYYY-MM-DD'],
    ['targetClosingDate', '10000-01-01', 'Please enter a date as YYYY-MM-DD'],
    ['targetClosingDate', '2026-04-31', 'Please enter a date as YYYY-MM-DD'],
  ])('%s refuses %j (rules 3.10 and 3.25)', async (field, value, message) => {
    for (const answer of [
      await create({ companyName: 'X', [field]: value }),
      await put(await addPipeline(people.ana), { [field]: value }),
    ]) {
      expect(answer.status).toBe(400);
      expect(await errorsOf(answer)).toEqual({ [field]: [message] });
    }
    expect(await countPipelines()).toBe(1);
  });

  test('a deal that has more than 50 industries keeps them, but gets no more (rule 3.25)', async () => {
    const named = (count: number) => Array.from({ length: count }, (_, n) => `Industry ${n}`);
    const id = await addPipeline(people.ana);
    await transaction(async (tx) =>
      tx
        .update(pipelines)
        .set({ industries: named(80) })
        .where(eq(pipelines.id, id)),
    );
    const refused = await put(id, { industries: named(81) });
    expect([refused.status, await errorsOf(refused)]).toEqual([
      400,
      { industries: ['Please choose at most 80 industries'] },
    ]);
    expect((await put(id, { comments: 'Same industries' })).status).toBe(200);
    expect((await put(id, { industries: named(80) })).status).toBe(200);
    const answer = await call(edit, 'POST', `/pipeline/${id}/edit`, {
      as: people.ana,
      form: { companyName: 'Acme', industries: named(80), version: '3' },
      params: { id: String(id) },
    });
    expect(answer.status).toBe(302);
    expect((await storedPipeline(id))!.industries).toEqual(named(80));
    expect((await put(id, { industries: named(60) })).status).toBe(200);
    expect((await put(id, { industries: named(61) })).status).toBe(400);
  });

  test('every wrong field is named, an entry of a list by its place (rule 11.23)', async () => {
    const found = await errorsOf(
      await create({
        companyName: '',
        industries: ['AI', 7, 'x'.repeat(101)],
        evaluationScore: 11,
        targetClosingDate: 'soon',
      }),
    );
    expect(Object.keys(found).sort()).toEqual([
      'companyName',
      'evaluationScore',
      'industries.1',
      'industries.2',
      'targetClosingDate',
    ]);
  });

  test('the longest texts are taken, tabs and line ends with them (rule 3.10)', async () => {
    const longest = {
      companyName: '漢'.repeat(200),
      comments: '\t\n\r\n😀'.repeat(1_666),
      keyBusinessNumbers: '\u007f\u0085x'.repeat(1_333),
      businessIntroduction: 'x'.repeat(10_000),
    };
    expect(await (await create(longest)).json()).toMatchObject(longest);
  });

  test('a limit counts what is stored: the blanks around a line are trimmed first (rule 3.11)', async () => {
    const longest = {
      companyName: 'x'.repeat(200),
      ceoName: '漢'.repeat(200),
      industries: ['y'.repeat(100)],
      fundingRound: 'z'.repeat(100),
    };
    const padded = {
      companyName: `  ${longest.companyName}\n`,
      ceoName: ` ${longest.ceoName} `,
      industries: [` ${longest.industries[0]} `],
      fundingRound: `\t${longest.fundingRound}`,
    };
    expect(await (await create(padded)).json()).toMatchObject(longest);
  });

  test('industries and rounds outside the option lists are kept (rule 3.7)', async () => {
    expect(
      await (
        await create({
          companyName: 'X',
          industries: [' Space ', '', '医疗'],
          fundingRound: ' Series Q ',
          nextMeetingDate: 'constructor',
        })
      ).json(),
    ).toMatchObject({
      industries: ['Space', '医疗'],
      fundingRound: 'Series Q',
      nextMeetingDate: 'constructor',
    });
  });

  test('unknown keys, userId, group, id and timestamps are ignored', async () => {
    const hostile = {
      id: 999,
      userId: people.ben.id,
      group: 'OnBS',
      version: 50,
      createdAt: 0,
      updatedAt: 0,
      searchText: 'x',
      meetingDays: 0,
      roundRank: 0,
      user: { email: 'x' },
      unknown: 1,
      __proto__: { polluted: 1 },
    };
    const { id } = (await (await create({ companyName: 'X', ...hostile })).json()) as {
      id: number;
    };
    expect(await storedPipeline(id)).toMatchObject({
      userId: people.ana.id,
      version: 1,
      searchText: 'x',
      meetingDays: null,
      roundRank: null,
    });
    expect((await storedPipeline(id))!.createdAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
    expect(id).not.toBe(999);
  });
});

describe('evaluationScore is a number, trimmed text, or null/"" (clears it); answered as number or null (rule 6.2)', () => {
  test.each([
    [0, 0],
    [10, 10],
    [7, 7],
    [7.34, 7.3],
    [7.35, 7.4],
    [9.95, 10],
    [0.04, 0],
    ['0', 0],
    ['7.5', 7.5],
    [' 7.5 ', 7.5],
    ['7.', 7],
    ['.5', 0.5],
    ['+5', 5],
    ['007', 7],
    ['4.35', 4.4],
    ['10.0', 10],
    ['-0', 0],
    [null, null],
    ['', null],
    ['  ', null],
  ])('takes %j as %j (rule 6.1)', async (sent, stored) => {
    const answer = await create({ companyName: 'X', evaluationScore: sent });
    const { id, evaluationScore } = (await answer.json()) as {
      id: number;
      evaluationScore: number | null;
    };
    expect([answer.status, evaluationScore]).toEqual([201, stored]);
    expect((await storedPipeline(id))!.evaluationScore).toBe(stored);
  });

  test.each([
    10.01,
    10.04,
    11,
    -0.1,
    -1,
    1e9,
    '10.1',
    '11',
    '-1',
    '1e1',
    '0x5',
    '5,5',
    '5 5',
    'five',
    'NaN',
    'Infinity',
    '٥',
    '１',
    true,
    [5],
    {},
  ])('refuses %j', async (evaluationScore) => {
    const answer = await create({ companyName: 'X', evaluationScore });
    expect(answer.status).toBe(400);
    expect(await errorsOf(answer)).toEqual({
      evaluationScore: ['Please enter a score from 0 to 10'],
    });
  });

  test('PUT {evaluationScore} changes nothing else (rule 11.9)', async () => {
    const id = await addPipeline(people.ana, FULL_DEAL);
    expect(await (await put(id, { evaluationScore: '4.35' })).json()).toMatchObject({
      ...FULL_DEAL,
      evaluationScore: 4.4,
    });
  });
});

describe('targetClosingDate: the same day out as in, in every time zone (rule 14.3)', () => {
  test.each(['2026-01-01', '1970-01-01', '1899-12-31', '9999-12-31', '2028-02-29'])(
    '%s',
    async (targetClosingDate) => {
      expect(await (await create({ companyName: 'X', targetClosingDate })).json()).toMatchObject({
        targetClosingDate,
      });
    },
  );
});

describe('PUT /api/pipelines/{id}', () => {
  test.each(Object.entries(FULL_DEAL).filter(([field]) => field !== 'companyName'))(
    '%s alone: a missing key is untouched, null clears (rule 11.9)',
    async (field, value) => {
      const id = await addPipeline(people.ana, {
        companyName: 'Before',
        ceoName: 'Kept',
        comments: 'Kept',
        industries: ['DX'],
        fundingRound: 'A',
        nextMeetingDate: 'ASAP',
      });
      const before = (await storedPipeline(id))!;
      await put(id, { [field]: value });
      const after = (await storedPipeline(id))!;
      for (const other of Object.keys(FULL_DEAL).filter((key) => key !== field))
        expect([other, after[other as keyof typeof after]]).toEqual([
          other,
          before[other as keyof typeof before],
        ]);
      expect(after[field as keyof typeof after]).toEqual(value);
      expect(await (await put(id, { [field]: null })).json()).toMatchObject({
        [field]: EMPTY[field],
      });
    },
  );

  test('the company name can be changed and not be cleared', async () => {
    const id = await addPipeline(people.ana, { ceoName: 'Mei' });
    expect(await (await put(id, { companyName: ' New ' })).json()).toMatchObject({
      companyName: 'New',
      ceoName: 'Mei',
    });
    expect(await errorsOf(await put(id, { companyName: null }))).toEqual({
      companyName: ['Company name is required'],
    });
    expect(await errorsOf(await put(id, { companyName: '' }))).toEqual({
      companyName: ['Company name is required'],
    });
  });

  test.each([[{}], [{ unknown: 1 }], [{ userId: 'x', group: 'OnBS', id: 1, createdAt: 1 }]])(
    'an empty object is 400, and so is one of unknown keys: %j (rule 11.10)',
    async (json) => {
      const id = await addPipeline(people.ana);
      const answer = await put(id, json);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        message: 'Validation Error',
        errors: [{ message: 'Nothing to change was sent' }],
      });
      expect((await storedPipeline(id))!.version).toBe(1);
    },
  );

  test.each([null, [], [{ companyName: 'x' }], 'x', 1])(
    'a body that is not an object (%j) is 400',
    async (json) => {
      expect((await put(await addPipeline(people.ana), json)).status).toBe(400);
    },
  );

  test('userId, group, id and timestamps beside a real change are ignored (rule 11.10)', async () => {
    const id = await addPipeline(people.ana);
    const before = (await storedPipeline(id))!;
    await put(id, {
      comments: 'x',
      userId: people.ben.id,
      group: 'OnBS',
      id: id + 1,
      version: 9,
      createdAt: 0,
      searchText: 'x',
    });
    expect(await storedPipeline(id)).toMatchObject({
      id,
      userId: people.ana.id,
      version: 2,
      createdAt: before.createdAt,
      searchText: 'acme',
    });
    expect(await storedPipeline(id + 1)).toBeUndefined();
  });

  test('derived values follow: search, meeting, round; Last Updated changes, Created does not (rule 3.24)', async () => {
    const id = await addPipeline(people.ana, { nextMeetingDate: 'ASAP', fundingRound: 'A' });
    const before = (await storedPipeline(id))!;
    expect(before).toMatchObject({ meetingDays: 0, roundRank: 3, searchText: 'acme' });
    vi.useFakeTimers({ now: Date.now() + 5_000, toFake: ['Date'] });
    await put(id, { ceoName: 'ÅSA', nextMeetingDate: '90 days', fundingRound: 'Seed' });
    vi.useRealTimers();
    const after = (await storedPipeline(id))!;
    expect(after).toMatchObject({
      meetingDays: 90,
      roundRank: 0,
      searchText: 'acme\nasa',
      createdAt: before.createdAt,
    });
    expect(after.updatedAt.getTime() - before.updatedAt.getTime()).toBeGreaterThanOrEqual(5_000);
  });
});

describe('If-Match takes the ETag of GET', () => {
  test('an edit with the current tag succeeds and returns the next one', async () => {
    const id = await addPipeline(people.ana);
    const etag = (await at(id, 'GET')).headers.get('ETag')!;
    expect(etag).toBe('"1"');
    const answer = await put(id, { comments: 'first' }, { 'If-Match': etag });
    expect([answer.status, answer.headers.get('ETag')]).toEqual([200, '"2"']);
  });

  test('a stale tag is 412 and nothing is overwritten (rule 11.11)', async () => {
    const id = await addPipeline(people.ana);
    await put(id, { comments: 'theirs' });
    const answer = await put(id, { comments: 'mine' }, { 'If-Match': '"1"' });
    expect(answer.status).toBe(412);
    expect(await answer.json()).toEqual({
      message: 'Someone else has changed this deal in the meantime.',
    });
    expect(await storedPipeline(id)).toMatchObject({ comments: 'theirs', version: 2 });
  });

  test('of two simultaneous edits with the same ETag, one succeeds', async () => {
    const id = await addPipeline(people.ana);
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((comments) => put(id, { comments }, { 'If-Match': '"1"' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  });

  test('without the header, or with *, the last write wins; a weak tag (from a proxy) counts (rule 11.11)', async () => {
    const id = await addPipeline(people.ana);
    expect((await put(id, { comments: 'x' })).status).toBe(200);
    expect((await put(id, { comments: 'x' }, { 'If-Match': '*' })).status).toBe(200);
    expect((await put(id, { comments: 'x' }, { 'If-Match': 'W/"3"' })).status).toBe(200);
    expect((await put(id, { comments: 'x' }, { 'If-Match': 'W/"3"' })).status).toBe(412);
  });

  test.each(['1', '"x"', '""', '"1", "2"', '"-1"'])('an invalid tag (%s) is 400', async (tag) => {
    const id = await addPipeline(people.ana);
    expect((await put(id, { comments: 'x' }, { 'If-Match': tag })).status).toBe(400);
    expect((await storedPipeline(id))!.version).toBe(1);
  });
});

describe('visibility', () => {
  const EVERY = ['GET', 'HEAD', 'PUT', 'DELETE'];

  test.each(EVERY)(
    "%s someone else's deal as a user is 404, the same as an unknown deal (rules 2.4 and 11.22)",
    async (method) => {
      const id = await addPipeline(people.ben);
      const json = method === 'PUT' ? { comments: 'x' } : undefined;
      for (const asked of [id, id + 1000, 'abc', '0', '-1', '1e3', '99999999999999999999']) {
        const answer = await at(asked, method, { json });
        expect(answer.status).toBe(404);
        expect(Object.keys((await answer.json()) as object)).toEqual(['message']);
      }
      expect(await storedPipeline(id)).toMatchObject({ comments: null, version: 1 });
    },
  );

  test.each(['tomas', 'maren'] as const)(
    "%s (staff) reads, changes and deletes everyone's (rule 2.3)",
    async (who) => {
      const id = await addPipeline(people.ben);
      expect((await at(id, 'GET', { as: people[who] })).status).toBe(200);
      expect(
        await (await at(id, 'PUT', { as: people[who], json: { comments: 'x' } })).json(),
      ).toMatchObject({ comments: 'x', userId: people.ben.id });
      expect((await at(id, 'DELETE', { as: people[who] })).status).toBe(200);
      expect(await storedPipeline(id)).toBeUndefined();
    },
  );

  test('visibility is checked before the body, and an invalid body is never stored', async () => {
    const id = await addPipeline(people.ben);
    expect([400, 404]).toContain((await at(id, 'PUT', { json: { evaluationScore: 99 } })).status);
    expect((await storedPipeline(id))!.evaluationScore).toBeNull();
  });

  test('signed out it is 401 everywhere, for any method and any id (rules 2.5 and 11.21)', async () => {
    const id = await addPipeline(people.ana);
    const asked = [
      call(list, 'GET', '/api/pipelines'),
      call(list, 'POST', '/api/pipelines', { json: { companyName: 'X' } }),
      call(apiUsers, 'GET', '/api/users'),
      ...EVERY.map((method) =>
        at(id, method, { as: undefined, json: method === 'PUT' ? { comments: 'x' } : undefined }),
      ),
    ];
    for (const answer of await Promise.all(asked)) {
      expect(answer.status).toBe(401);
      expect(await answer.json()).toEqual({ message: 'Unauthorized' });
    }
    expect(await countPipelines()).toBe(1);
  });

  test('DELETE deletes, then answers 404 (rule 11.12)', async () => {
    const id = await addPipeline(people.ana);
    const answer = await at(id, 'DELETE');
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { message: 'Pipeline deleted successfully' },
    ]);
    expect((await at(id, 'DELETE')).status).toBe(404);
  });

  test.each([
    ['PATCH', '/api/pipelines/1', one, 'GET, HEAD, PUT, DELETE'],
    ['POST', '/api/pipelines/1', one, 'GET, HEAD, PUT, DELETE'],
    ['PUT', '/api/pipelines', list, 'GET, HEAD, POST'],
    ['DELETE', '/api/pipelines', list, 'GET, HEAD, POST'],
    ['POST', '/api/users', apiUsers, 'GET, HEAD'],
  ] as const)('%s %s, where it does not belong, is 405', async (method, path, route, allow) => {
    const answer = await call(route, method, path, { as: people.maren, params: { id: '1' } });
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, allow]);
  });

  test.each([
    ['POST', list],
    ['PUT', one],
  ] as const)(
    '%s with a body that is not JSON is 400, of another type 415, over 1 MB 413 (rule 11.26)',
    async (method, route) => {
      const id = await addPipeline(people.ana);
      const send = (body: string, type: string) =>
        call(
          {
            action: (args: { request: Request }) =>
              route.action({
                ...args,
                request: new Request(args.request.url, {
                  method,
                  body,
                  headers: { Cookie: people.ana.cookie, 'Content-Type': type },
                }),
                params: { id: String(id) },
                context: {},
              }),
          },
          method,
          route === list ? '/api/pipelines' : `/api/pipelines/${id}`,
        );
      expect([
        (await send('{', 'application/json')).status,
        (await send('companyName=X', 'application/x-www-form-urlencoded')).status,
        (await send(`{"companyName":"${'x'.repeat(1_000_000)}"}`, 'application/json')).status,
      ]).toEqual([400, 415, 413]);
      expect(await countPipelines()).toBe(1);
    },
  );
});

describe('GET /api/users', () => {
  type Owner = { id: string; firstName: string | null; email: string };
  const owners = async (as: Cast['ana']) =>
    (await (await call(apiUsers, 'GET', '/api/users', { as })).json()) as Owner[];

  test('a user gets only themselves: id, firstName and email (rule 2.11)', async () => {
    expect(await owners(people.ana)).toEqual([
      { id: people.ana.id, firstName: 'Ana', email: 'ana@demo.example' },
    ]);
  });

  test.each(['tomas', 'maren'] as const)(
    '%s gets everyone, by first name, else email (rule 2.11)',
    async (who) => {
      const found = await owners(people[who]);
      expect(found.map(({ email }) => email.split('@')[0])).toEqual([
        'ana',
        'ben',
        'chiara',
        'maren',
        'nameless',
        'pia',
        'quentin',
        'rolf',
        'tomas',
        'daichi',
      ]);
      for (const owner of found)
        expect(Object.keys(owner).sort()).toEqual(['email', 'firstName', 'id']);
    },
  );
});
