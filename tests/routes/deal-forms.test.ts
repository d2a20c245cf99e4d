import SQLite from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import { getDatabasePath } from '#db/client';
import { updateDeal } from '~/domain/deal/update.server';
import { listDealHistory } from '~/domain/timeline/deal-history.server';
import * as apiList from '~/routes/api.pipelines';
import * as dashboard from '~/routes/dashboard/route';
import * as remove from '~/routes/pipeline.$id.delete/route';
import * as edit from '~/routes/pipeline.$id.edit/route';
import * as history from '~/routes/pipeline.$id.history/route';
import * as add from '~/routes/pipeline.new/route';
import { getCookie, readErrors } from '../support/answers';
import { call, type Cast, createCastForAll } from '../support/cast';
import { addDeal, countDeals, deleteDeals, FULL_DEAL, getStoredDeal } from '../support/deals';
import { withFastClock } from '../support/fast-clock';
import { listSentFields, readText, renderScreen } from '../support/render-screen';
import { readOutcome, readToast, successOutcome } from '../support/toast';

const people = createCastForAll();
beforeEach(deleteDeals);

type Form = Record<string, string | string[]>;
type Sent = Form | [string, string][];
interface Reply {
  result: { error: Record<string, string[]> | null; initialValue: Record<string, unknown> };
  failure?: string;
  conflict?: {
    version: number;
    latestEventId: number;
    fieldConflicts: { field: string; mine: string; theirs: string }[];
  };
}

const post = (form: Form, as: Cast['ana'] | undefined = people.ana) =>
  call(add, 'POST', '/pipeline/new', { as, form });
const save = (id: number, form: Sent, as: Cast['ana'] | undefined = people.ana) =>
  call(edit, 'POST', `/pipeline/${id}/edit`, { as, form, params: { id: String(id) } });
const page = (id: number, form?: Form) =>
  renderScreen(edit, `/pipeline/${id}/edit`, { as: people.ana, form, params: { id: String(id) } });
const readReply = async (answer: Response) => (await answer.json()) as Reply;
const onlyPipeline = async () => {
  const [row] = (await (
    await call(apiList, 'GET', '/api/pipelines', { as: people.maren })
  ).json()) as { id: number }[];
  return (await getStoredDeal(row!.id))!;
};

const FILLED = {
  ...FULL_DEAL,
  companyName: 'Acme',
  fundingRound: 'A',
  evaluationScore: '7.25',
  businessIntroduction: 'One\r\n\r\nTwo',
  nextMeetingDate: 'ASAP',
  comments: 'Note',
};

const VERSION_FIELDS = ['version', 'opened', 'openedBy'];

describe('POST /pipeline/new (rules 3.8 and 3.15)', () => {
  test('the form stores every field for the signed-in user', async () => {
    const answer = await post({ ...FILLED, userId: people.ben.id, group: 'OnBS', id: '77' });
    expect(answer.status).toBe(302);
    expect(await onlyPipeline()).toMatchObject({
      ...FILLED,
      businessIntroduction: 'One\n\nTwo',
      evaluationScore: 7.3,
      userId: people.ana.id,
      version: 1,
    });
  });

  test.each([
    ['ana', '/dashboard'],
    ['tomas', '/dashboard'],
    ['maren', '/admin'],
  ] as const)('%s is redirected to %s with a success message', async (who, home) => {
    const answer = await post({ companyName: 'X' }, people[who]);
    expect(await readOutcome(answer)).toEqual(
      successOutcome(home, 'Pipeline created successfully'),
    );
  });

  test('the message of a new deal links to it', async () => {
    const answer = await post({ companyName: 'X' }, people.ana);
    const { id } = await onlyPipeline();
    expect(await readToast(answer)).toMatchObject({ deal: id });
  });

  test.each([
    [{ companyName: '' }, { companyName: ['Company name is required'] }],
    [{ companyName: '  ' }, { companyName: ['Company name is required'] }],
    [{ companyName: 'x'.repeat(201) }, { companyName: ['Please use at most 200 characters'] }],
    [{ comments: 'x'.repeat(10_001) }, { comments: ['Please use at most 10,000 characters'] }],
    [
      { comments: 'a\u0001b' },
      { comments: ['This contains a control character that cannot be stored. Please remove it'] },
    ],
    [
      { targetClosingDate: '2026-02-30' },
      { targetClosingDate: ['Please enter a date as YYYY-MM-DD'] },
    ],
    [
      { companyName: '', targetClosingDate: 'x', fundingRound: 'x'.repeat(101) },
      {
        companyName: ['Company name is required'],
        targetClosingDate: ['Please enter a date as YYYY-MM-DD'],
        fundingRound: ['Please use at most 100 characters'],
      },
    ],
  ] as [Form, Record<string, string[]>][])(
    "invalid input is 400 with the API's messages: %#",
    async (change, messages) => {
      const typed = { ...FILLED, businessIntroduction: 'One\nTwo', ...change };
      const answer = await post(typed);
      expect(answer.status).toBe(400);
      const { result } = await readReply(answer);
      expect(result.error).toEqual(messages);
      expect(result.initialValue).toEqual(
        Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== '')),
      );
      const json = { ...typed, industries: [typed.industries].flat() };
      expect(
        await readErrors(await call(apiList, 'POST', '/api/pipelines', { as: people.ana, json })),
      ).toEqual(messages);
      expect(await countDeals()).toBe(0);
    },
  );
});

const EMPTIED = Object.fromEntries(Object.keys(FILLED).map((field) => [field, '']));

describe('/pipeline/{id}/edit (rules 3.15 and 3.18)', () => {
  test('fields that the form shows empty are cleared', async () => {
    const id = await addDeal(people.ana, FILLED);
    const answer = await save(id, { ...EMPTIED, companyName: 'New', version: '1' });
    expect(await readOutcome(answer)).toEqual(
      successOutcome('/dashboard', 'Pipeline updated successfully'),
    );
    expect(await getStoredDeal(id)).toMatchObject({
      companyName: 'New',
      ceoName: null,
      industries: [],
      businessIntroduction: null,
      evaluationScore: null,
      nextMeetingDate: null,
      meetingDays: null,
      targetClosingDate: null,
      version: 2,
    });
  });

  const STORED = { ...FILLED, businessIntroduction: 'One\n\nTwo' };

  test('fields that the form does not show stay without history', async () => {
    const id = await addDeal(people.ana, STORED);
    const before = await getStoredDeal(id);
    expect((await save(id, { companyName: 'New', comments: '', version: '1' })).status).toBe(302);
    const { updatedAt: _, ...after } = (await getStoredDeal(id))!;
    const changed = { companyName: 'New', companyKey: 'new', comments: null, version: 2 };
    expect(after).toEqual({
      ...before,
      ...changed,
      searchText: after.searchText,
      detailsText: after.detailsText,
      updatedAt: undefined,
    });
    expect(after.searchText).toContain('mei');
    const told = await call(history, 'GET', `/pipeline/${id}/history`, {
      as: people.ana,
      params: { id: String(id) },
    });
    const { changes } = (await told.json()) as { changes: { fields: { field: string }[] }[] };
    expect(changes[0]!.fields.map(({ field }) => field)).toEqual(['companyName', 'comments']);
  });

  test('the form sends every field, empty lists too', async () => {
    const id = await addDeal(people.ana, STORED);
    const before = await getStoredDeal(id);
    const sent = listSentFields(await page(id), 'companyName');
    expect(new Set(sent.map(([name]) => name))).toEqual(
      new Set([Object.keys(FILLED), 'stage', 'reason', 'scoreReason', VERSION_FIELDS].flat()),
    );
    expect((await save(id, sent)).status).toBe(302);
    expect(await getStoredDeal(id)).toEqual({
      ...before,
      version: 2,
      updatedAt: expect.any(Date) as Date,
    });
    const unchecked = listSentFields(await page(id), 'companyName').filter(
      ([name, value]) => name !== 'industries' || !value,
    );
    await save(id, unchecked);
    expect(await getStoredDeal(id)).toEqual({
      ...before,
      industries: [],
      detailsText: expect.not.stringContaining('space') as string,
      version: 3,
      updatedAt: expect.any(Date) as Date,
    });
  });

  test.each([
    ['refused', { companyName: '', comments: 'Mine', version: '1' }],
    [
      'outdated',
      { companyName: 'Acme', comments: 'Mine', industries: '', ceoName: '', version: '0' },
    ],
  ])('a form returned %s has the stored values of hidden fields', async (_why, form: Form) => {
    const id = await addDeal(people.ana, STORED);
    const before = await getStoredDeal(id);
    const sent = listSentFields(await page(id, form), 'companyName').filter(
      ([name]) => !name.startsWith('take-'),
    );
    const again: [string, string][] = [...sent, ['companyName', 'Acme']];
    expect((await save(id, again)).status).toBe(302);
    const emptied =
      form.ceoName === ''
        ? { ceoName: null, industries: [], searchText: 'acme\ncho\nvisitor' }
        : {};
    expect(await getStoredDeal(id)).toEqual({
      ...before,
      ...emptied,
      comments: 'Mine',
      detailsText: expect.stringContaining('mine') as string,
      version: 2,
      updatedAt: expect.any(Date) as Date,
    });
  });
});

describe('saving the deal form (rules 3.17, 3.21 and 6.3)', () => {
  test('a failed save shows the specified message', async () => {
    const id = await addDeal(people.ana);
    const other = new SQLite(getDatabasePath(process.env.DATABASE_URL!));
    other.exec('BEGIN IMMEDIATE');
    const answers = await withFastClock(async () => [
      await post({ companyName: 'X' }),
      await save(id, { companyName: 'X', version: '1' }),
    ]);
    other.close();
    for (const [index, act] of ['create', 'update'].entries())
      expect([answers[index]!.status, (await readReply(answers[index]!)).failure]).toEqual([
        503,
        `Failed to ${act} pipeline. The database is busy. Please try again in a moment.`,
      ]);
    expect(await getStoredDeal(id)).toMatchObject({ companyName: 'Acme', version: 1 });
  });

  test.each([
    [null, '1', ['0', '0.94', '10.1', '-1', 'abc']],
    [0.5, '0.5', ['0.4']],
    [0, '0', ['-0.1']],
    [7, '1', ['0.9']],
  ])('with %j stored, the form takes %s and not %j', async (stored, taken, refused) => {
    const id = await addDeal(people.ana, { evaluationScore: stored });
    const form = { companyName: 'Acme', version: '1' };
    for (const evaluationScore of refused)
      expect((await save(id, { ...form, evaluationScore })).status).toBe(400);
    expect((await save(id, { ...form, evaluationScore: taken })).status).toBe(302);
    expect((await getStoredDeal(id))!.evaluationScore).toBe(Number(taken));
  });

  test('a resubmitted new deal stores only later changes', async () => {
    const form = {
      submission: '0b9cbb3c-6a6e-4b0e-9c55-1d3c4f9a7e11',
      companyName: 'Acme',
      industries: ['DX', 'AI'],
      comments: 'First',
      ceoName: '',
    };
    for (const _ of [1, 2]) expect((await post(form)).status).toBe(302);
    const { id, version, updatedAt } = (await onlyPipeline())!;
    expect(await getStoredDeal(id)).toMatchObject({ version: 1, updatedAt, comments: 'First' });
    await updateDeal(people.tomas, id, { comments: 'Theirs' });
    expect((await post({ ...form, ceoName: 'Mei', industries: ['DX'] })).status).toBe(302);
    expect(await onlyPipeline()).toMatchObject({
      id,
      version: version + 2,
      companyName: 'Acme',
      ceoName: 'Mei',
      industries: ['DX'],
      comments: 'Theirs',
    });
    const [latest] = await listDealHistory(people.ana, id, { limit: 1, offset: 0 });
    expect(latest!.fields).toEqual({
      ceoName: [null, 'Mei'],
      industries: [['DX', 'AI'], ['DX']],
    });
    const conflicting = await post({
      ...form,
      ceoName: 'Mei',
      industries: ['DX'],
      comments: 'Mine',
    });
    expect(conflicting.status).toBe(409);
    expect((await readReply(conflicting)).failure).toBe(
      'Failed to create pipeline. It was saved before, and someone else has changed it since.',
    );
    expect(await getStoredDeal(id)).toMatchObject({ comments: 'Theirs' });
  });
});

describe('conflicting edits (rules 3.14, 3.18, 3.19 and 3.20)', () => {
  const MINE = {
    ...EMPTIED,
    companyName: 'Acme',
    ceoName: 'Mei',
    comments: 'Mine',
    industries: ['AI'],
  };

  async function createConflict() {
    const id = await addDeal(people.ana, {
      ceoName: 'Mei',
      comments: 'First',
      industries: ['AI'],
    });
    await updateDeal(people.tomas, id, {
      comments: 'Theirs',
      industries: ['AI', 'DX'],
      evaluationScore: 8,
    });
    const answer = await save(id, { ...MINE, version: '1' });
    return { id, answer };
  }

  test('a conflicting edit is 409 and offers both versions', async () => {
    const { id, answer } = await createConflict();
    expect(answer.status).toBe(409);
    const { failure, conflict, result } = await readReply(answer);
    expect(failure).toBe('Failed to update pipeline');
    expect(conflict).toEqual({
      version: 2,
      latestEventId: expect.any(Number),
      fieldConflicts: [
        { field: 'industries', mine: 'AI', theirs: 'AI, DX' },
        { field: 'evaluationScore', mine: '', theirs: '8.0' },
        { field: 'comments', mine: 'Mine', theirs: 'Theirs' },
      ],
    });
    expect(result.initialValue).toMatchObject({ comments: 'Mine', industries: 'AI' });
    expect(await getStoredDeal(id)).toMatchObject({
      comments: 'Theirs',
      industries: ['AI', 'DX'],
      evaluationScore: 8,
      version: 2,
    });
  });

  test('a conflict is resolved per field, then continues', async () => {
    const { id } = await createConflict();
    const answer = await save(id, {
      ...MINE,
      version: '2',
      then: 'evaluate',
      'take-comments': 'mine',
      'take-industries': 'theirs',
      'take-evaluationScore': 'mine',
    });
    expect(answer.headers.get('Location')).toBe(`/pipeline/${id}/evaluation`);
    expect(await getStoredDeal(id)).toMatchObject({
      comments: 'Mine',
      industries: ['AI', 'DX'],
      evaluationScore: null,
      version: 3,
    });
  });

  test.each([[{}], [{ version: '' }], [{ version: 'x' }], [{ version: '0' }], [{ version: '99' }]])(
    'a form without a valid version (%j) overwrites nothing',
    async (version) => {
      const id = await addDeal(people.ana, { comments: 'First' });
      expect(
        (await save(id, { companyName: 'Acme', comments: 'Mine', ...version } as Form)).status,
      ).toBe(409);
      expect((await getStoredDeal(id))!.comments).toBe('First');
    },
  );

  async function opened(id: number, typed: Form): Promise<Form> {
    const sent = listSentFields(await page(id), 'companyName');
    const form: Form = {};
    for (const [name, value] of sent)
      form[name] = name in form ? [form[name]!, value].flat() : value;
    return { ...form, ...typed };
  }

  test('edits of different fields both succeed and say so', async () => {
    const id = await addDeal(people.ana, { ceoName: 'Mei', comments: 'First' });
    const form = await opened(id, { ceoName: 'Mei Lin' });
    await updateDeal(people.tomas, id, { comments: 'Theirs', industries: ['DX'] });
    const answer = await save(id, form);
    expect(answer.status).toBe(302);
    expect(await readToast(answer)).toMatchObject({
      text: 'Pipeline updated successfully. Also changed in the meantime by Tomas Rivera: Industries, Comments',
    });
    expect(await getStoredDeal(id)).toMatchObject({
      ceoName: 'Mei Lin',
      comments: 'Theirs',
      industries: ['DX'],
    });
  });

  test('a conflict names author, time and only fields in conflict', async () => {
    const id = await addDeal(people.ana, { ceoName: 'Mei', comments: 'First' });
    const form = await opened(id, { comments: 'Mine' });
    await updateDeal(people.tomas, id, { comments: 'Theirs', ceoName: 'Cho' });
    const { conflict } = await readReply(await save(id, form));
    expect(conflict!.fieldConflicts).toEqual([
      {
        field: 'comments',
        mine: 'Mine',
        theirs: 'Theirs',
        saved: expect.stringMatching(/^Tomas Rivera, .*\d{4}/),
      },
    ]);
    const seen = String(conflict!.latestEventId);
    expect((await save(id, { ...form, seen })).status).toBe(409);
    expect((await save(id, { ...form, seen, 'take-comments': 'mine' })).status).toBe(302);
    expect(await getStoredDeal(id)).toMatchObject({ comments: 'Mine', ceoName: 'Cho' });
  });

  test('a typed day conflicts with the choice of a colleague', async () => {
    const id = await addDeal(people.ana, { nextMeetingDate: '30 days' });
    const form = await opened(id, { nextMeetingOn: '2027-12-01' });
    await updateDeal(people.tomas, id, { nextMeetingDate: 'ASAP' });
    const { conflict } = await readReply(await save(id, form));
    expect(conflict!.fieldConflicts).toMatchObject([
      { field: 'nextMeetingDate', mine: '30 days', theirs: 'ASAP' },
      { field: 'nextMeetingOn', mine: 'Dec 1, 2027', theirs: '' },
    ]);
    const choices = { 'take-nextMeetingDate': 'theirs', 'take-nextMeetingOn': 'mine' };
    expect(
      (await save(id, { ...form, seen: String(conflict!.latestEventId), ...choices })).status,
    ).toBe(302);
    const stored = { nextMeetingDate: 'ASAP', nextMeetingOn: '2027-12-01' };
    expect(await getStoredDeal(id)).toMatchObject(stored);
  });

  test('a choice made before a third edit is asked again', async () => {
    const id = await addDeal(people.ana, { comments: 'First' });
    const form = await opened(id, { comments: 'Mine' });
    await updateDeal(people.tomas, id, { comments: 'Second' });
    const { conflict } = await readReply(await save(id, form));
    await updateDeal(people.maren, id, { comments: 'Third' });
    const choice = { ...form, seen: String(conflict!.latestEventId), 'take-comments': 'mine' };
    const again = await save(id, choice);
    expect(again.status).toBe(409);
    const { conflict: newer } = await readReply(again);
    expect(newer!.fieldConflicts).toMatchObject([{ theirs: 'Third' }]);
    expect((await save(id, { ...choice, seen: String(newer!.latestEventId) })).status).toBe(302);
    expect(await getStoredDeal(id)).toMatchObject({ comments: 'Mine' });
  });

  test('a field changed and changed back is not a conflict', async () => {
    const id = await addDeal(people.ana, { comments: 'First' });
    const form = await opened(id, { comments: 'Mine' });
    await updateDeal(people.tomas, id, { comments: 'Second' });
    await updateDeal(people.tomas, id, { comments: 'First' });
    expect((await save(id, form)).status).toBe(302);
    expect(await getStoredDeal(id)).toMatchObject({ comments: 'Mine' });
  });

  test('a user never conflicts with themselves or reverts a tab', async () => {
    const id = await addDeal(people.ana, { ceoName: 'Mei', comments: 'First' });
    const form = await opened(id, { comments: 'Mine' });
    expect((await save(id, form)).status).toBe(302);
    await updateDeal(people.ana, id, { ceoName: 'Cho' });
    const answer = await save(id, { ...form, comments: 'Mine, at length' });
    expect(answer.status).toBe(302);
    expect(await readToast(answer)).toMatchObject({ text: 'Pipeline updated successfully' });
    expect(await getStoredDeal(id)).toMatchObject({ comments: 'Mine, at length', ceoName: 'Cho' });

    await updateDeal(people.tomas, id, { comments: 'Theirs' });
    const { conflict } = await readReply(await save(id, { ...form, comments: 'Mine again' }));
    expect(conflict!.fieldConflicts).toMatchObject([
      { mine: 'Mine again', theirs: 'Theirs', saved: expect.stringMatching(/^Tomas Rivera, /) },
    ]);
    await updateDeal(people.ana, id, { comments: 'After theirs' });
    expect((await save(id, { ...form, comments: 'Mine again' })).status).toBe(302);
    expect(await getStoredDeal(id)).toMatchObject({ comments: 'Mine again' });
  });

  test('a missing choice is named and other choices stay', async () => {
    const id = await addDeal(people.ana, { ceoName: 'Mei', comments: 'First' });
    const form = await opened(id, { ceoName: 'Mei Lin', comments: 'Mine' });
    await updateDeal(people.tomas, id, { ceoName: 'Cho', comments: 'Theirs' });
    const first = await page(id, form);
    expect(readText(first)).toContain(
      '|Failed to update pipeline. Someone else has changed this deal since you opened it.|',
    );
    expect(readText(first).match(/Failed to update pipeline/g)).toHaveLength(1);
    expect(readText(first)).toContain('|Yours:|Mei Lin|Saves the value in the field below.|');
    expect(readText(first)).not.toContain('Choose which CEO to keep');
    const { conflict } = await readReply(await save(id, form));
    const sent = { ...form, seen: String(conflict!.latestEventId), 'take-comments': 'theirs' };
    const again = await page(id, sent);
    expect(readText(again).match(/Choose which CEO to keep/g)).toHaveLength(2);
    expect(readText(again)).not.toContain('Choose which Comments to keep');
    expect(listSentFields(again, 'companyName')).toContainEqual(['take-comments', 'theirs']);
  });

  test('the order of industries alone is no change', async () => {
    const stored = ['Others', 'Space', 'AI', 'DX'];
    const id = await addDeal(people.ana, { industries: stored });
    const form = listSentFields(await page(id), 'companyName');
    const send = (fields: [string, string][]) => save(id, fields);
    expect((await send(form)).status).toBe(302);
    expect((await getStoredDeal(id))!.industries).toEqual(stored);
    await updateDeal(people.tomas, id, { industries: ['Others', 'Space'] });
    expect((await send(form)).status).toBe(302);
    expect((await getStoredDeal(id))!.industries).toEqual(['Others', 'Space']);
    const more = listSentFields(await page(id), 'companyName');
    expect((await send([...more, ['industries', 'AI']])).status).toBe(302);
    expect((await getStoredDeal(id))!.industries).toEqual(['Others', 'Space', 'AI']);
  });

  test('line endings alone are no conflict', async () => {
    const id = await addDeal(people.ana, { comments: 'a\r\nb' });
    await updateDeal(people.tomas, id, { ceoName: 'Mei' });
    const { conflict } = await readReply(
      await save(id, { companyName: 'Acme', ceoName: '', comments: 'a\r\nb', version: '1' }),
    );
    expect(conflict!.fieldConflicts.map(({ field }) => field)).toEqual(['ceoName']);
  });
});

describe('the inline score edit on the dashboard (rules 6.6 and 6.8)', () => {
  const score = (
    id: number | string,
    evaluationScore: string,
    { as = people.ana, path = '/dashboard?sort=oldest&score=5&page=2' } = {},
  ) =>
    call(dashboard, 'POST', path, {
      as,
      form: { intent: 'score', id: String(id), evaluationScore },
    });

  test.each([
    ['0', 0],
    ['10', 10],
    ['7.25', 7.3],
    [' 4.35 ', 4.4],
  ])('the score %j is stored as %d and the cell closes', async (typed, stored) => {
    const id = await addDeal(people.ana, { evaluationScore: 5, comments: 'kept' });
    const answer = await score(id, typed);
    const list = '/dashboard?sort=oldest&page=2';
    const said = 'Evaluation score updated successfully';
    expect(await readOutcome(answer)).toEqual(successOutcome(list, said));
    const after = { evaluationScore: stored, comments: 'kept', version: 2 };
    expect(await getStoredDeal(id)).toMatchObject(after);
  });

  test.each(['', ' ', '10.1', '11', '-0.1', 'abc', '5,5', '1e1', 'NaN'])(
    'the invalid score %j changes nothing silently',
    async (typed) => {
      const id = await addDeal(people.ana, { evaluationScore: 5 });
      const answer = await score(id, typed);
      expect([answer.status, await answer.json(), getCookie(answer, 'toast')]).toEqual([
        400,
        { evaluationScore: typed, scoreReason: null, seen: null },
        undefined,
      ]);
      expect(await getStoredDeal(id)).toMatchObject({ evaluationScore: 5, version: 1 });
    },
  );

  test('a score of an inaccessible deal shows a message', async () => {
    const id = await addDeal(people.ben, { evaluationScore: 5 });
    for (const target of [id, id + 1000, '', 'abc']) {
      const answer = await score(target, '7');
      expect([answer.status, await readToast(answer)]).toEqual([
        302,
        { title: 'Error', text: 'Failed to update evaluation score', failed: true },
      ]);
    }
    expect((await getStoredDeal(id))!.evaluationScore).toBe(5);
    await score(id, '7', { as: people.tomas });
    expect((await getStoredDeal(id))!.evaluationScore).toBe(7);
  });

  const change = (
    id: number,
    seen: string,
    score: string | { evaluationScore: string; scoreReason: string },
    as = people.ana,
  ) => {
    const typed = typeof score === 'string' ? { evaluationScore: score } : score;
    const form = { intent: 'score', id: String(id), seen, ...typed };
    return call(dashboard, 'POST', '/dashboard', { as, form });
  };

  test('a score conflict shows both values and keeps the first', async () => {
    const id = await addDeal(people.ana, { evaluationScore: 5 });
    expect((await readToast(await change(id, '5', '7', people.tomas)))!.title).toBe('Success');
    const told = await change(id, '5', '8');
    expect([told.status, told.headers.get('Location')]).toEqual([302, '/dashboard']);
    expect(await readToast(told)).toEqual({
      title: 'Error',
      text: 'Failed to update evaluation score. Tomas Rivera has changed it to 7.0 in the meantime. You entered 8.0.',
      failed: true,
    });
    expect(await getStoredDeal(id)).toMatchObject({ evaluationScore: 7, version: 2 });
    expect((await readToast(await change(id, '7', '8')))!.title).toBe('Success');
    await updateDeal(people.tomas, id, { evaluationScore: null });
    const reason = { evaluationScore: '9', scoreReason: 'Strong team' };
    expect((await readToast(await change(id, '8', reason)))!.text).toBe(
      'Failed to update evaluation score. Tomas Rivera has cleared it in the meantime. You entered 9.0. Your reason was: Strong team',
    );
    expect((await readToast(await change(id, '', '9')))!.title).toBe('Success');
  });

  test('the same score or an edit of another field is no conflict', async () => {
    const id = await addDeal(people.ana, { evaluationScore: 5 });
    await updateDeal(people.tomas, id, { comments: 'Theirs' });
    for (const as of [people.ana, people.tomas])
      expect((await readToast(await change(id, '5', '7.04', as)))!.title).toBe('Success');
    expect(await getStoredDeal(id)).toMatchObject({ evaluationScore: 7, comments: 'Theirs' });
  });
});

describe('/pipeline/{id}/delete (rules 3.22 and 13.4)', () => {
  const confirm = (
    id: number | string,
    form: Form = {},
    as: Cast['ana'] | undefined = people.ana,
  ) => call(remove, 'POST', '/x', { as, params: { id: String(id) }, form: { back: '', ...form } });

  test.each([
    ['/dashboard?page=2', '/dashboard?page=2'],
    ['//evil.com', '/dashboard'],
    ['/\\evil.com', '/dashboard'],
    ['', '/dashboard'],
  ])('deletion asks, and with back=%j leads to %s', async (back, location) => {
    const id = await addDeal(people.ana);
    const path = `/pipeline/${id}/delete?${new URLSearchParams({ back })}`;
    const params = { id: String(id) };
    const question = await call(remove, 'GET', path, { as: people.ana, params });
    expect(await question.json()).toEqual({ id, companyName: 'Acme', version: 1, back: location });
    expect(await getStoredDeal(id)).toBeDefined();
    const answer = await confirm(id, { back });
    expect(await readOutcome(answer)).toEqual(
      successOutcome(location, 'Pipeline deleted successfully'),
    );
    expect(await readToast(answer)).toMatchObject({ undo: expect.any(String), isBrief: true });
    expect(await getStoredDeal(id)).toBeUndefined();
  });

  test('a deletion asks again after the deal has changed', async () => {
    const id = await addDeal(people.ana);
    const sent = { as: people.ana, params: { id: String(id) } };
    const page = await renderScreen(remove, '/x', sent);
    await updateDeal(people.tomas, id, { comments: 'They raised' });
    const form = Object.fromEntries(listSentFields(page, 'seen'));
    expect((await confirm(id, form)).status).toBe(409);
    const refused = await renderScreen(remove, '/x', { ...sent, form });
    expect(readText(refused)).toContain('Someone else has changed this deal in the meantime.');
    const again = Object.fromEntries(listSentFields(refused, 'seen'));
    expect((await confirm(id, again)).status).toBe(302);
  });

  test('an inaccessible deal shows Failed to delete pipeline', async () => {
    const id = await addDeal(people.ben);
    for (const target of [id, id + 1000]) {
      const answer = await confirm(target);
      expect(answer.status).toBe(404);
      expect(((await answer.json()) as { message: string }).message).toMatch(
        /^Failed to delete pipeline/,
      );
    }
    expect(
      (await call(remove, 'GET', '/x', { as: people.ana, params: { id: String(id) } })).status,
    ).toBe(404);
    expect(await getStoredDeal(id)).toBeDefined();
    expect((await confirm(id, {}, people.tomas)).status).toBe(302);
  });
});
