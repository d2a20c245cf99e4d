import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { deals, importRows, imports, notes } from '#db/schema';
import { transaction } from '#db/transaction';
import { updateDeal } from '~/domain/deal/update.server';
import { insertNotes } from '~/domain/note/create.server';
import * as listRoute from '~/routes/api.imports';
import * as oneRoute from '~/routes/api.imports_.$id';
import * as dealsRoute from '~/routes/api.pipelines';
import * as exportRoute from '~/routes/api.pipelines_.export';
import * as importRoute from '~/routes/api.pipelines_.import';
import { ROUNDS } from '../durability/rounds';
import { call, type Cast, createCast } from '../support/cast';
import { addDeal, deleteDeals, FULL_DEAL, getStoredDeal } from '../support/deals';
import { readWorkbook } from '../support/workbook';

let people: Cast;
beforeAll(async () => {
  people = await createCast();
});
beforeEach(deleteDeals);

type Json = Record<string, unknown>;
const ADDRESS = '/api/pipelines/import';

async function send(csv: string | File, query = '', as = people.ana) {
  const file = typeof csv === 'string' ? new File([csv], 'deals.csv') : csv;
  const answer = await call(importRoute, 'POST', ADDRESS + query, { as, file });
  return { answer, status: answer.status, json: (await answer.json()) as Json };
}
const undo = async (id: unknown, as = people.ana) =>
  call(oneRoute, 'DELETE', `/api/imports/${String(id)}`, { as, params: { id: String(id) } });
const listStoredDeals = () => db.select().from(deals).orderBy(deals.id);
/** Counts stored imports and rows: none may remain after an error or a dry run. */
const waiting = async () => [await db.$count(imports), await db.$count(importRows)];
const exported = async (as = people.ana) => {
  const answer = await call(exportRoute, 'GET', '/api/pipelines/export', { as });
  return new File([await answer.arrayBuffer()], 'export.xlsx');
};

describe('POST /api/pipelines/import (rules 16.27, 16.34, 16.70, 16.71, 16.72, 16.90 and 18.16)', () => {
  test('many rows of one company import again in similar time', async () => {
    const csv = `Company,CEO\n${'Acme Ltd,Mei Chen\n'.repeat(ROUNDS.repeatedRows)}`;
    const begun = performance.now();
    expect((await send(csv)).json).toMatchObject({ created: 1, skipped: ROUNDS.repeatedRows - 1 });
    const first = performance.now() - begun;
    const again = await send(csv);
    const second = performance.now() - begun - first;
    expect(again.json).toMatchObject({ created: 0, skipped: 0, unchanged: ROUNDS.repeatedRows });
    // Bounds the growth: of 20,000 rows, scanning all for each hundred took twenty times as long.
    expect(second).toBeLessThan(2 * first);
  }, 600_000);

  test('rows about one new company make one deal or several', async () => {
    const csv = 'Company,CEO,Notes\nAster,,First\nASTER Ltd,Mei,Second\naster,Kim,\nBirch,,\n';
    const by = async (onDuplicate: string) => {
      const { json } = await send(csv, `?onDuplicate=${onDuplicate}`, people.chiara);
      const found = (await listStoredDeals()).map(({ companyName, ceoName, comments }) => [
        companyName,
        ceoName,
        comments,
      ]);
      await undo(json.id, people.chiara);
      expect(await listStoredDeals(), 'after undo').toEqual([]);
      return [json.created, json.updated, json.skipped, found.sort()];
    };
    const birch = ['Birch', null, null];
    expect(await by('fill')).toEqual([2, 1, 1, [['Aster', 'Mei', 'First'], birch]]);
    expect(await by('skip')).toEqual([2, 0, 2, [['Aster', null, 'First'], birch]]);
    expect(await by('create')).toEqual([
      4,
      0,
      0,
      [['ASTER Ltd', 'Mei', 'Second'], ['Aster', null, 'First'], birch, ['aster', 'Kim', null]],
    ]);
  });

  test('a date in the column of the next meeting becomes its day', async () => {
    const csv = 'Company,Next meeting\nAster,2030-12-04\nBirch,90 days\nCedar,next tuesday\n';
    expect((await send(csv)).json).toMatchObject({ created: 3 });
    const meetings = (await listStoredDeals()).map(({ nextMeetingDate, nextMeetingOn }) => [
      nextMeetingDate,
      nextMeetingOn,
    ]);
    expect(meetings).toEqual([
      ['360 days', '2030-12-04'],
      ['90 days', null],
      ['next tuesday', null],
    ]);
  });

  test('an import guesses columns and returns counts and a URL', async () => {
    const { answer, status, json } = await send(
      'Startup,Founder,Sector,Raise\nAster,Mei Chen,"AI, DX",$5M\nBirch,,,\n',
    );
    expect(status).toBe(201);
    const counts = { created: 2, updated: 0, unchanged: 0, skipped: 0, errors: 0 };
    expect(json).toMatchObject({ fileName: 'deals.csv', state: 'done', ...counts });
    expect(answer.headers.get('Location')).toBe(`/api/imports/${String(json.id)}`);
    expect(await listStoredDeals()).toMatchObject([
      {
        companyName: 'Aster',
        ceoName: 'Mei Chen',
        industries: ['AI', 'DX'],
        targetFundingSize: '$5M',
      },
      { companyName: 'Birch' },
    ]);
  });

  test('an unchanged export changes nothing and skips its notes', async () => {
    const id = await addDeal(people.ana, FULL_DEAL);
    const noted = [{ id, companyName: FULL_DEAL.companyName }];
    for (let n = 0; n < 30; n++)
      await transaction((tx) => insertNotes(tx, people.ana, noted, { text: `Acme ${n}\n=1+1` }));
    const before = await listStoredDeals();
    const { json } = await send(await exported());
    expect(json).toMatchObject({ created: 0, updated: 0, unchanged: 1, errors: 0 });
    expect([await listStoredDeals(), await db.$count(notes)]).toEqual([before, 30]);
  });

  test('onDuplicate=fill keeps a meeting that has a choice or day', async () => {
    const choice = await addDeal(people.maren, { companyName: 'Aster', nextMeetingDate: 'ASAP' });
    const none = await addDeal(people.maren, { companyName: 'Birch' });
    const csv = 'Company name,Next Meeting,CEO\nAster,2027-12-01,Mei\nBirch,2027-12-01,Mei\n';
    expect((await send(csv, '?onDuplicate=fill', people.maren)).json).toMatchObject({ updated: 2 });
    expect(await getStoredDeal(choice)).toMatchObject({
      nextMeetingDate: 'ASAP',
      nextMeetingOn: null,
    });
    expect(await getStoredDeal(none)).toMatchObject({ nextMeetingOn: '2027-12-01' });
  });

  test('onDuplicate fills empty fields, skips or creates deals', async () => {
    const id = await addDeal(people.ana, { ceoName: 'Old' });
    const csv = 'Company,CEO,Comments\nacme,New,From the file\n';
    expect((await send(csv, '?onDuplicate=skip')).json).toMatchObject({ updated: 0, skipped: 1 });
    expect(await getStoredDeal(id)).toMatchObject({ comments: null });
    expect((await send(csv)).json).toMatchObject({ updated: 1, skipped: 0 });
    expect(await getStoredDeal(id)).toMatchObject({ ceoName: 'Old', comments: 'From the file' });
    expect((await send(csv, '?onDuplicate=create')).json).toMatchObject({ created: 1 });
    expect(await listStoredDeals()).toHaveLength(2);
  });

  test('onConflict keeps or overwrites conflicting fields', async () => {
    const id = await addDeal(people.ana, { ceoName: 'Old' });
    const file = await exported();
    const { Reference } = await firstRow(file);
    await updateDeal(people.maren, id, { ceoName: 'Theirs' });
    const csv = `Company name,CEO,Reference\nAcme,Mine,${Reference}\n`;
    await send(csv);
    expect(await getStoredDeal(id)).toMatchObject({ ceoName: 'Theirs' });
    await send(csv, '?onConflict=overwrite');
    expect(await getStoredDeal(id)).toMatchObject({ ceoName: 'Mine' });
  });

  test('a dry run returns the outcome and stores nothing', async () => {
    const before = await waiting();
    const id = await addDeal(people.ana, { companyName: 'Birch', ceoName: 'Old' });
    const { status, json } = await send(
      'Company,CEO,Score\nAster,,8/10\nBirch,New,\nCedar,,abc\n',
      '?dryRun=true',
    );
    expect(status).toBe(200);
    expect(json).toMatchObject({
      counts: { new: 1, duplicate: 1, error: 1, changed: 0 },
      total: 3,
      rows: [
        { row: 2, kind: 'new', choice: 'create', values: { evaluationScore: 8 } },
        {
          kind: 'duplicate',
          pipelineId: id,
          fields: [{ field: 'ceoName', from: 'Old', to: 'New', isWritten: false }],
        },
        { kind: 'error', choice: 'skip', problems: [{ cell: 'C4', value: 'abc' }] },
      ],
    });
    expect(await listStoredDeals()).toHaveLength(1);
    expect(await waiting()).toEqual(before);
  });

  test('rows with errors refuse the file unless they are skipped', async () => {
    const before = await waiting();
    const csv = 'Company,Score\nAster,8\nBirch,abc\n';
    const { status, json } = await send(csv);
    expect(status).toBe(400);
    expect(json.errors).toEqual([
      { path: 'B3', message: expect.stringContaining("'abc' ") as string },
    ]);
    expect(await listStoredDeals()).toEqual([]);
    expect(await waiting()).toEqual(before);
    expect((await send(csv, '?onError=skip')).json).toMatchObject({ created: 1, errors: 1 });
  });

  test('an invalid file is 400 with one sentence and not stored', async () => {
    const before = await waiting();
    for (const bad of [new File(['no workbook'], 'x.xlsx'), new File([''], 'x.csv')]) {
      const { status, json } = await send(bad);
      expect(status).toBe(400);
      expect(json.message).toMatch(/^[A-Z].+\.$/);
    }
    expect((await send('Company\nAster\n', '?onDuplicate=x')).json.errors).toEqual([
      { path: 'onDuplicate', message: 'Please send update, fill, create or skip' },
    ]);
    expect(await waiting()).toEqual(before);
  });

  test('one unambiguous date decides its column, else dayFirst', async () => {
    const day = async (...dates: string[]) => {
      await deleteDeals();
      const rows = dates.map((date, n) => `Deal ${n},${date}\n`);
      const { status } = await send(`Company,Closing date\n${rows.join('')}`, '', people.chiara);
      return [status, (await listStoredDeals()).map(({ targetClosingDate }) => targetClosingDate)];
    };
    expect(await day('3/4/2026', '25/12/2026')).toEqual([201, ['2026-04-03', '2026-12-25']]);
    expect(await day('12/25/2026', '3/4/2026')).toEqual([201, ['2026-12-25', '2026-03-04']]);
    expect(await day('3/4/2026', '25/12/2026', '12/25/2026')).toEqual([400, []]);
    expect(await day('3/4/2026', '2026-12-25', '25.12.2026')).toEqual([400, []]);
    const open = 'Company,Closing date\nAster,3/4/2026\n';
    expect((await send(open)).json.message).toContain('dayFirst');
    await send(open, '?dayFirst=true');
    expect(await listStoredDeals()).toMatchObject([{ targetClosingDate: '2026-04-03' }]);
  });

  test('meaningless values are imported as they are and named', async () => {
    const csv = 'Company,Next meeting,Score\nAster,in 3 Monaten,n/a\nBirch,in 3 Monaten,7\n';
    const { status, json } = await send(csv, '', people.chiara);
    expect([status, json.checks]).toEqual([
      201,
      [
        { field: 'nextMeetingDate', text: 'in 3 Monaten', to: 'in 3 Monaten', rows: 2 },
        { field: 'evaluationScore', text: 'n/a', to: null, rows: 1 },
      ],
    ]);
    expect(await listStoredDeals()).toMatchObject([
      { nextMeetingDate: 'in 3 Monaten', evaluationScore: null },
      { nextMeetingDate: 'in 3 Monaten', evaluationScore: 7 },
    ]);
  });
});

describe('imports (rules 16.69, 16.73, 16.89, 16.90, 16.98 and 16.99)', () => {
  test('the list shows own imports and staff all applied ones', async () => {
    const sent = await send('Company,Valuation\nAster,5M\n');
    const { notImported, checks, rows, ...json } = sent.json;
    expect([notImported, checks, rows]).toEqual([['1 column: Valuation'], [], []]);
    const listed = async (as: Cast['ana']) =>
      (await (await call(listRoute, 'GET', '/api/imports', { as })).json()) as Json[];
    expect((await listed(people.ana))[0]).toEqual(json);
    expect((await listed(people.tomas))[0]).toEqual(json);
    expect(await listed(people.ben)).toEqual([]);
  });

  test('onCell skips cells that are invalid', async () => {
    const csv = 'Company,Score,CEO\nAster,abc,Kim\n';
    const ben = people.ben;
    expect((await send(csv, '', ben)).status).toBe(400);
    const skipped = [{ column: 'Score', value: 'abc', reason: 'is not a score from 0 to 10' }];
    const tried = (await send(csv, '?onCell=skip&dryRun=true', ben)).json;
    expect((tried.rows as Json[])[0]).toMatchObject({ kind: 'new', skippedCells: skipped });
    const { status, json } = await send(csv, '?onCell=skip', ben);
    expect(status).toBe(201);
    expect(json.rows).toMatchObject([{ row: 2, companyName: 'Aster', skippedCells: skipped }]);
    expect((await listStoredDeals())[0]).toMatchObject({ companyName: 'Aster', ceoName: 'Kim' });
  });

  test('a dry run names unclear values in their rows', async () => {
    const { json } = await send(
      'Company,Next meeting\nAster,in 3 Monaten\n',
      '?dryRun=true',
      people.ben,
    );
    const check = { field: 'nextMeetingDate', text: 'in 3 Monaten', to: 'in 3 Monaten' };
    expect(json.checks).toEqual([{ ...check, rows: 1 }]);
    expect((json.rows as Json[])[0]!.checks).toEqual([check]);
  });

  test('rows that are no deals are listed with their reason', async () => {
    const { json } = await send('Company,Ask\nAster,$5M\nTotal,$5M\n', '?dryRun=true', people.ben);
    expect(json.notImported).toEqual(['This row looks like a row of totals: row 3 (Total)']);
  });

  test('DELETE undoes an import once', async () => {
    const id = await addDeal(people.ana, { companyName: 'Birch' });
    const { json } = await send('Company,CEO\nAster,\nBirch,New\nCedar,\n');
    const [kept] = (await listStoredDeals()).filter(({ companyName }) => companyName === 'Cedar');
    await updateDeal(people.maren, kept!.id, { comments: 'Since' });
    const answer = await undo(json.id);
    expect([answer.status, await answer.json()]).toEqual([
      200,
      {
        deleted: 1,
        reverted: 1,
        kept: [{ id: kept!.id, companyName: 'Cedar', why: 'Changed since by Maren Holt.' }],
      },
    ]);
    expect((await listStoredDeals()).map((deal) => deal.companyName)).toEqual(['Birch', 'Cedar']);
    expect(await getStoredDeal(id)).toMatchObject({ ceoName: null });
    expect((await undo(json.id)).status).toBe(409);
  });

  test('an import filters the deal list', async () => {
    await addDeal(people.ana, { companyName: 'Other' });
    const { json } = await send('Company\nAster\nBirch\n');
    const names = async (query: string, as = people.ana) => {
      const answer = await call(dealsRoute, 'GET', `/api/pipelines?${query}`, { as });
      return ((await answer.json()) as Json[]).map((deal) => deal.companyName);
    };
    expect(await names(`import=${String(json.id)}&sort=oldest`)).toEqual(['Aster', 'Birch']);
    expect(await names(`import=${String(json.id)}`, people.ben)).toEqual([]);
    expect(await names('import=999999')).toEqual([]);
    expect(await names('import=0')).toEqual([]);
    expect(await names('import=nonsense')).toHaveLength(3);
  });
});

async function firstRow(file: File): Promise<Record<string, string>> {
  const [head, row] = readWorkbook(new Uint8Array(await file.arrayBuffer())).Deals!;
  return Object.fromEntries(
    Object.entries(row!).map(([column, { value }]) => [
      String(head![column]!.value),
      String(value),
    ]),
  );
}

describe('values in one request (rules 16.102, 16.106 and 16.107)', () => {
  const CSV = 'Company,Stage,Score\nAster,Passed - team,high\nBirch,New,7\n';
  const values = encodeURIComponent(JSON.stringify({ Stage: { 'Passed - team': 'Passed' } }));

  // Ana has sent as many imports as an account may.
  const sendAsBen = (csv: string, query = '') => send(csv, query, people.ben);

  test('texts are read as the values that the caller names', async () => {
    const { status, json } = await sendAsBen(CSV, `?onCell=skip&values=${values}`);
    expect([status, json.created]).toEqual([201, 2]);
    expect(json.rows).toMatchObject([
      { companyName: 'Aster', skippedCells: [{ column: 'Score', value: 'high' }] },
    ]);
  });

  test('values are not guessed without the parameter values', async () => {
    expect((await sendAsBen(CSV)).status).toBe(400);
    const { json } = await sendAsBen(CSV, '?onCell=skip');
    expect(json.rows).toMatchObject([{ skippedCells: [{ column: 'Stage' }, { column: 'Score' }] }]);
  });

  test('a header of no column and a text that is no JSON are 400', async () => {
    const unknown = await sendAsBen(CSV, `?values=${encodeURIComponent('{"Nope":{"a":"b"}}')}`);
    expect(unknown.json.errors).toMatchObject([{ path: 'values.Nope' }]);
    expect((await sendAsBen(CSV, '?values=x')).json.errors).toMatchObject([{ path: 'values' }]);
  });

  const choose = (choices: object) => `?values=${encodeURIComponent(JSON.stringify(choices))}`;

  test('a cell that is chosen to be empty is told, not refused', async () => {
    const chosen = choose({ Round: { Foo: null }, Score: { high: null } });
    const csv = 'Company,Round,Score\nAster,Foo,high\n';
    const { status, json } = await send(csv, chosen, people.tomas);
    expect([status, json.created, json.errors]).toEqual([201, 1, 0]);
    expect(json.rows).toMatchObject([
      { skippedCells: [{ reason: 'is left empty, as you chose' }, { column: 'Score' }] },
    ]);
  });

  test('a cell that nobody chose is refused beside a chosen one', async () => {
    const csv = 'Company,Round,Score\nAster,Foo,high\n';
    const { status, json } = await send(csv, choose({ Round: { Foo: null } }), people.tomas);
    expect(status).toBe(400);
    expect(json.errors).toMatchObject([{ path: 'C2' }]);
  });

  test.each([
    ['Stage', 'Nope', "'Nope' is not a stage"],
    ['Score', '99', "'99' is not a score from 0 to 10"],
    ['Closing date', 'soon', "'soon' is not a valid date"],
    ['Owner email', 'nobody@x.example', "'nobody@x.example' is not the email"],
  ])('a %s that cannot be chosen is 400', async (header, to, message) => {
    const csv = `Company,${header}\nAster,a@b.example\n`;
    const { status, json } = await send(csv, choose({ [header]: { Foo: to } }), people.tomas);
    expect(status).toBe(400);
    expect(json.errors).toEqual([
      { path: `values.${header}`, message: expect.stringContaining(message) as string },
    ]);
  });

  test('a number is chosen as it is written', async () => {
    const csv = 'Company,Score\nAster,eleven\n';
    await send(csv, choose({ Score: { eleven: 9 } }), people.tomas);
    expect(await listStoredDeals()).toMatchObject([{ evaluationScore: 9 }]);
  });

  test.each([
    [[], 'values', 'Please send an object such as'],
    [{ Score: 'x' }, 'values.Score', 'Please send an object such as'],
    [{ Score: { eleven: [] } }, 'values.Score.eleven', 'Please send a text of at most 200'],
  ])('the values %j are 400 with their place', async (values, path, message) => {
    const csv = 'Company,Score\nAster,eleven\n';
    const { status, json } = await send(csv, choose(values), people.tomas);
    expect(status).toBe(400);
    expect(json.errors).toEqual([{ path, message: expect.stringContaining(message) as string }]);
  });

  describe('two rows about one deal (rule 16.62)', () => {
    const TWO_ROWS = 'Company,Round,Comments,Amount\nFillco,Seed3,,\nFillco,A3,two3,7m EUR\n';
    const listFields = (json: Json, row: number) =>
      (json.rows as { fields: Json[] }[])[row]!.fields.map(
        ({ field, isWritten }) => `${String(field)} ${String(isWritten)}`,
      );

    test.each([
      ['update', 'Seed2', 'Seed3'],
      ['fill', null, 'Seed3'],
    ])('the value that is not used is told with %s', async (choice, fundingRound, stored) => {
      const id = await addDeal(people.chiara, { companyName: 'Fillco', fundingRound });
      const query = `?onDuplicate=${choice}`;
      const { json } = await send(TWO_ROWS, `${query}&dryRun=true`, people.chiara);
      expect(listFields(json, 0)).toEqual(['fundingRound true']);
      expect(listFields(json, 1)).toContain('fundingRound false');
      expect((json.rows as Json[])[1]!.notes).toEqual([
        'Row 2 is about the same deal and has another value; if you import it, B3: “A3” is not used',
      ]);
      await send(TWO_ROWS, query, people.chiara);
      expect(await getStoredDeal(id)).toMatchObject({ fundingRound: stored, comments: 'two3' });
    });

    test('equal values of two rows need no note', async () => {
      await addDeal(people.chiara, { companyName: 'Fillco' });
      const csv = 'Company,Round\nFillco,Seed\nFillco,Seed\n';
      const { json } = await send(csv, '?onDuplicate=update&dryRun=true', people.chiara);
      expect((json.rows as Json[])[1]).toMatchObject({ fields: [{ isWritten: false }], notes: [] });
    });
  });

  test('columns that only pages recognize are ignored as before', async () => {
    const { status, json } = await sendAsBen('Company,Status,Owner\nAster,Odd,BK\n');
    expect([status, json.created]).toEqual([201, 1]);
  });

  test('duplicates are updated, filled, created or skipped', async () => {
    const id = await addDeal(people.ben, { companyName: 'Aster', ceoName: 'Old' });
    await sendAsBen('Company,CEO\nAster,New\n', '?onDuplicate=skip');
    await sendAsBen('Company,CEO\nAster,New\n', '?onDuplicate=fill');
    expect(await getStoredDeal(id)).toMatchObject({ ceoName: 'Old' });
    await sendAsBen('Company,CEO\nAster,New\n', '?onDuplicate=update');
    expect(await getStoredDeal(id)).toMatchObject({ ceoName: 'New' });
    expect((await sendAsBen('Company,CEO\nAster,New\n', '?onDuplicate=create')).json.created).toBe(
      1,
    );
  });
});
