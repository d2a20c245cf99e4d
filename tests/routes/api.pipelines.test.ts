import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deals } from '#db/schema';
import { transaction } from '#db/transaction';
import { DEAL_FIELDS, type DealKey } from '~/domain/deal-field/fields';
import * as list from '~/routes/api.pipelines';
import * as one from '~/routes/api.pipelines_.$id';
import * as notesApi from '~/routes/api.pipelines_.$id_.notes';
import * as apiUsers from '~/routes/api.users';
import * as edit from '~/routes/pipeline.$id.edit/route';
import { readErrors } from '../support/answers';
import { call, type Cast, createCastForAll } from '../support/cast';
import { addDeal, countDeals, deleteDeals, FULL_DEAL, getStoredDeal } from '../support/deals';

const people = createCastForAll();
beforeEach(deleteDeals);

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

describe('POST /api/pipelines (rules 3.1, 3.2, 3.7, 3.8, 3.10, 3.11, 3.25, 11.7, 11.8 and 11.23)', () => {
  test('a new deal returns every field as sent, with its owner', async () => {
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

  test('only companyName is required; null and "" are empty', async () => {
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
    'companyName is required: %j',
    async (json) => {
      const answer = await create(json);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toEqual({
        message: 'Validation Error',
        errors: [{ path: 'companyName', message: 'Company name is required' }],
      });
      expect(await countDeals()).toBe(0);
    },
  );

  /** Limits of rule 3.10; every other text has at most 100 characters. */
  const MAX_LENGTHS: Partial<Record<DealKey, number>> = {
    companyName: 200,
    ceoName: 200,
    cooName: 200,
    cfoName: 200,
    businessIntroduction: 10_000,
    keyBusinessNumbers: 4_000,
    comments: 10_000,
  };
  const TEXTS = DEAL_FIELDS.filter(({ kind }) => ['line', 'lines', 'choice'].includes(kind));
  const TOO_LONG = TEXTS.map(({ key }): [string, string, string] => {
    const limit = MAX_LENGTHS[key] ?? 100;
    const message = `Please use at most ${limit.toLocaleString('en-US')} characters`;
    return [key, 'x'.repeat(limit + 1), message];
  });
  const CONTROL = 'This contains a control character that cannot be stored. Please remove it';
  test.each<[field: string, value: unknown, message: string]>([
    ['companyName', 7, 'Please enter text'],
    ['ceoName', {}, 'Please enter text'],
    ['comments', ['x'], 'Please enter text'],
    ...TOO_LONG,
    ['companyName', 'a\u0000b', CONTROL],
    ['ceoName', 'a\u001bb', CONTROL],
    ['comments', 'a\u0008b', CONTROL],
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
  ])('the field %s refuses %j', async (field, value, message) => {
    for (const answer of [
      await create({ companyName: 'X', [field]: value }),
      await put(await addDeal(people.ana), { [field]: value }),
    ]) {
      expect(answer.status).toBe(400);
      expect(await readErrors(answer)).toEqual({ [field]: [message] });
    }
    expect(await countDeals()).toBe(1);
  });

  test('a deal with over 50 industries keeps them but gains none', async () => {
    const named = (count: number) => Array.from({ length: count }, (_, n) => `Industry ${n}`);
    const id = await addDeal(people.ana);
    await transaction(async (tx) =>
      tx
        .update(deals)
        .set({ industries: named(80) })
        .where(eq(deals.id, id)),
    );
    const refused = await put(id, { industries: named(81) });
    expect([refused.status, await readErrors(refused)]).toEqual([
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
    expect((await getStoredDeal(id))!.industries).toEqual(named(80));
    expect((await put(id, { industries: named(60) })).status).toBe(200);
    expect((await put(id, { industries: named(61) })).status).toBe(400);
  });

  test('every invalid field is named, list items by their index', async () => {
    const found = await readErrors(
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

  test('length limits apply after trimming', async () => {
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

  test('unlisted industries and rounds are stored', async () => {
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
});

describe('evaluationScore (rules 6.1, 6.2 and 11.9)', () => {
  test('scores are rounded half up, and empty values clear them', async () => {
    const numbers = [0, 10, 7, 7.34, 7.35, 9.95, 0.04];
    const texts = ['0', '7.5', ' 7.5 ', '7.', '.5', '+5', '007', '4.35', '10.0', '-0'];
    const answers = [];
    for (const evaluationScore of [...numbers, ...texts, null, '', '  ']) {
      const answer = await create({ companyName: 'X', evaluationScore });
      answers.push(((await answer.json()) as { evaluationScore: unknown }).evaluationScore);
    }
    expect(answers).toEqual([
      0,
      10,
      7,
      7.3,
      7.4,
      10,
      0,
      0,
      7.5,
      7.5,
      7,
      0.5,
      5,
      7,
      4.4,
      10,
      0,
      null,
      null,
      null,
    ]);
  });

  test('other values are refused as a score', async () => {
    const numbers = [10.01, 10.04, 11, -0.1, -1, 1e9];
    const texts = ['10.1', '11', '-1', '1e1', '0x5', '5,5', '5 5', 'five', 'NaN', '٥', '１'];
    for (const evaluationScore of [...numbers, ...texts, 'Infinity', true, [5], {}]) {
      const answer = await create({ companyName: 'X', evaluationScore });
      expect([evaluationScore, answer.status, await readErrors(answer)]).toEqual([
        evaluationScore,
        400,
        { evaluationScore: ['Please enter a score from 0 to 10'] },
      ]);
    }
  });

  test('PUT {evaluationScore} changes nothing else', async () => {
    const id = await addDeal(people.ana, FULL_DEAL);
    expect(await (await put(id, { evaluationScore: '4.35' })).json()).toMatchObject({
      ...FULL_DEAL,
      evaluationScore: 4.4,
    });
  });
});

describe('PUT /api/pipelines/{id} (rules 3.24, 11.9 and 11.10)', () => {
  // The day of the next meeting sets the choice, too (rule 17.17).
  const ALONE = Object.entries(FULL_DEAL).filter(
    ([field]) => !['companyName', 'nextMeetingOn'].includes(field),
  );

  test.each(ALONE)(
    'PUT of %s alone leaves other fields, and null clears it',
    async (field, value) => {
      const id = await addDeal(people.ana, {
        companyName: 'Before',
        ceoName: 'Kept',
        comments: 'Kept',
        industries: ['DX'],
        fundingRound: 'A',
        nextMeetingDate: 'ASAP',
      });
      const before = (await getStoredDeal(id))!;
      await put(id, { [field]: value });
      const after = (await getStoredDeal(id))!;
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

  test('PUT of nextMeetingOn alone sets the choice, null keeps it', async () => {
    const id = await addDeal(people.ana, { nextMeetingDate: 'ASAP' });
    const set = await put(id, { nextMeetingOn: '2100-01-01' });
    expect(await set.json()).toMatchObject({
      nextMeetingDate: '360 days',
      nextMeetingOn: '2100-01-01',
      nextMeetingDue: '2100-01-01',
    });
    const cleared = await put(id, { nextMeetingOn: null });
    expect(await cleared.json()).toMatchObject({
      nextMeetingDate: '360 days',
      nextMeetingOn: null,
    });
  });

  test.each([[{}], [{ unknown: 1 }], [{ userId: 'x', group: 'OnBS', id: 1, createdAt: 1 }]])(
    'a PUT without known keys is 400: %j',
    async (json) => {
      const id = await addDeal(people.ana);
      const answer = await put(id, json);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        message: 'Validation Error',
        errors: [{ message: 'Nothing to change was sent' }],
      });
      expect((await getStoredDeal(id))!.version).toBe(1);
    },
  );

  test('a PUT updates derived values and Last Updated only', async () => {
    const id = await addDeal(people.ana, { nextMeetingDate: 'ASAP', fundingRound: 'A' });
    const before = (await getStoredDeal(id))!;
    expect(before).toMatchObject({ meetingDays: 0, roundRank: 3, searchText: 'acme' });
    vi.useFakeTimers({ now: Date.now() + 5_000, toFake: ['Date'] });
    await put(id, { ceoName: 'ÅSA', nextMeetingDate: '90 days', fundingRound: 'Seed' });
    vi.useRealTimers();
    const after = (await getStoredDeal(id))!;
    expect(after).toMatchObject({
      meetingDays: 90,
      roundRank: 0,
      searchText: 'acme\nasa',
      createdAt: before.createdAt,
    });
    expect(after.updatedAt.getTime() - before.updatedAt.getTime()).toBeGreaterThanOrEqual(5_000);
  });
});

test.each([[[]], [5], [null]])('a body of %j is no object (rule 11.23)', async (json) => {
  const answer = await at(await addDeal(people.ana), 'PUT', { json });
  const errors = [{ path: '', message: 'Please send an object' }];
  expect(await answer.json()).toEqual({ message: 'Validation Error', errors });
});

describe('If-Match takes the ETag of GET (rule 11.11)', () => {
  test('a stale tag is 412 and nothing is overwritten', async () => {
    const id = await addDeal(people.ana);
    await put(id, { comments: 'theirs' });
    const answer = await put(id, { comments: 'mine' }, { 'If-Match': '"1"' });
    expect(answer.status).toBe(412);
    expect(await answer.json()).toEqual({
      message: 'Someone else has changed this deal in the meantime.',
    });
    expect(await getStoredDeal(id)).toMatchObject({ comments: 'theirs', version: 2 });
  });

  test('a current, weak or missing tag and * save the edit', async () => {
    const id = await addDeal(people.ana);
    const etag = (await at(id, 'GET')).headers.get('ETag')!;
    const answers = [];
    for (const tag of [etag, undefined, '*', 'W/"4"', 'W/"4"'])
      answers.push(await put(id, { comments: 'x' }, tag ? { 'If-Match': tag } : {}));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 412]);
    expect(answers[0]!.headers.get('ETag')).toBe('"2"');
  });

  test('a deal is deleted only with a current tag', async () => {
    const id = await addDeal(people.ana);
    await put(id, { comments: 'theirs' });
    const remove = (tag: string) => at(id, 'DELETE', { headers: { 'If-Match': tag } });
    expect([(await remove('"1"')).status, (await remove('"x"')).status]).toEqual([412, 400]);
    expect(await getStoredDeal(id)).toBeDefined();
    expect((await remove('"2"')).status).toBe(200);
  });

  test('an address that checks no tag refuses one', async () => {
    const id = await addDeal(people.ana);
    const json = { text: 'x' };
    const add = (tag: string) =>
      call(notesApi, 'POST', `/api/pipelines/${id}/notes`, {
        as: people.ana,
        params: { id: String(id) },
        headers: { 'If-Match': tag },
        json,
      });
    expect([(await add('"1"')).status, (await add('*')).status]).toEqual([400, 201]);
  });

  test('a list of tags matches if one of them is current', async () => {
    const id = await addDeal(people.ana);
    const answers = [];
    for (const tag of ['"1", "7"', '"x,\u00e9", W/"2"', ', "8" ,"3",', '"1", "2"'])
      answers.push(await put(id, { comments: 'x' }, { 'If-Match': tag }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 412]);
  });

  const INVALID_TAGS = ['1', '"x"', '""', '"-1"', '', ',', '"1', '"1" "2"', '"1", *', '"1", 2'];
  test.each(INVALID_TAGS)('an invalid tag (%s) is 400', async (tag) => {
    const id = await addDeal(people.ana);
    expect((await put(id, { comments: 'x' }, { 'If-Match': tag })).status).toBe(400);
    expect((await getStoredDeal(id))!.version).toBe(1);
  });
});

describe('visibility (rules 2.4, 11.12 and 11.22)', () => {
  const EVERY = ['GET', 'HEAD', 'PUT', 'DELETE'];

  test.each(EVERY)("%s someone else's deal is 404 like an unknown deal", async (method) => {
    const id = await addDeal(people.ben);
    const json = method === 'PUT' ? { comments: 'x' } : undefined;
    for (const asked of [id, id + 1000, 'abc', '0', '-1', '1e3', '99999999999999999999']) {
      const answer = await at(asked, method, { json });
      expect(answer.status).toBe(404);
      expect(Object.keys((await answer.json()) as object)).toEqual(['message']);
    }
    expect(await getStoredDeal(id)).toMatchObject({ comments: null, version: 1 });
  });

  test('DELETE deletes, then answers 404', async () => {
    const id = await addDeal(people.ana);
    for (const odd of [`0${id}`, `${id}.0`, ` ${id}`])
      expect((await at(odd, 'DELETE')).status).toBe(404);
    const answer = await at(id, 'DELETE');
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { message: 'Pipeline deleted successfully' },
    ]);
    expect((await at(id, 'DELETE')).status).toBe(404);
  });
});

describe('GET /api/users (rule 2.11)', () => {
  type Owner = { id: string; firstName: string | null; email: string };
  const owners = async (as: Cast['ana']) =>
    (await (await call(apiUsers, 'GET', '/api/users', { as })).json()) as Owner[];

  test('a user sees only their own id, firstName and email', async () => {
    expect(await owners(people.ana)).toEqual([
      { id: people.ana.id, firstName: 'Ana', email: 'ana@demo.example' },
    ]);
  });
});
