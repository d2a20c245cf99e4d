import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { deals, importRows, imports, type ImportSheet, type RowKind } from '#db/schema';
import { transaction } from '#db/transaction';
import { updateDeal } from '~/domain/deal/update.server';
import { startImport } from '~/domain/import/upload/start.server';
import * as allPipelines from '~/routes/admin_.pipelines/route';
import * as dashboard from '~/routes/dashboard/route';
import * as upload from '~/routes/import/route';
import * as step from '~/routes/import_.$id/route';
import * as errors from '~/routes/import_.$id_.errors';
import * as preview from '~/routes/import_.$id_.preview/route';
import * as result from '~/routes/import_.$id_.result/route';
import * as template from '~/routes/import_.template';
import { call, type Cast, createCast } from '../support/cast';
import { addDeal, deleteDeals, getStoredDeal } from '../support/deals';
import {
  addPreview,
  createDealRow,
  createNewDealRow,
  type PreviewRow,
} from '../support/import-previews';
import { findTags, listSentFields, readText, renderScreen } from '../support/render-screen';
import { readWorkbook } from '../support/workbook';

let people: Cast;
beforeAll(async () => {
  people = await createCast();
});
beforeEach(async () => {
  await deleteDeals();
  await transaction(async (tx) => tx.delete(imports));
});

const found = async (id: number) => (await db.select().from(imports).where(eq(imports.id, id)))[0]!;
const rowsOf = (id: number) =>
  db.select().from(importRows).where(eq(importRows.importId, id)).orderBy(importRows.n);
const at = (id: number, as = people.ana) => ({ as, params: { id: String(id) } });

async function addRows(rows: PreviewRow[], about: Parameters<typeof addPreview>[2] = {}) {
  const counts: Partial<Record<RowKind, number>> = {};
  for (const { kind } of rows) counts[kind] = (counts[kind] ?? 0) + 1;
  return addPreview(people.ana, rows, { counts, ...about });
}

async function setImport(id: number, values: Partial<typeof imports.$inferInsert>): Promise<void> {
  await transaction(async (tx) => {
    await tx.update(imports).set(values).where(eq(imports.id, id));
  });
}

const SHEET: ImportSheet = {
  name: 'Companies',
  holds: 'deals',
  headerRow: 3,
  headers: ['Startup', 'Raise', 'Closing', 'Rating'],
  samples: [['Acme', 'Borel', 'Cask'], ['$5M'], ['3/4/2026'], []],
  targets: ['companyName', 'targetFundingSize', 'targetClosingDate', null],
  rows: 3,
};

async function addColumns(
  sheets: ImportSheet[] = [SHEET],
  rows = [['Acme', '$5M', '2026-12-24', null]],
): Promise<number> {
  const id = await addPreview(people.ana, [], { state: 'columns', sheets });
  await transaction(async (tx) => {
    for (const [i, cells] of rows.entries())
      await tx.insert(importRows).values({ importId: id, n: i + 1, sheet: 0, row: i + 4, cells });
  });
  return id;
}

async function send(as: Cast['ana'], fields: Record<string, string | File>): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const request = new Request('http://localhost:3000/import', { method: 'POST', body });
  request.headers.set('Cookie', as.cookie);
  const action = () => upload.action({ request, params: {}, context: {} });
  return call({ action }, 'POST', '/import');
}

async function workbook(route: object, path: string, sent: Parameters<typeof call>[3]) {
  const answer = await call(route, 'GET', path, sent);
  expect(answer.status).toBe(200);
  return readWorkbook(new Uint8Array(await answer.arrayBuffer()));
}

describe('the sheets of an export (rules 18.16, 25.6, 25.15 and 32.8)', () => {
  test.each([
    ['Notes', 'Company name, Date, Author, Note, Edited'],
    ['Contacts', 'Company name, Contact, Role, Email, Phone, Link, Note'],
    ['Tasks', 'Company name, Task, Person, Day, Time, Done'],
    ['Files', 'Company name, File, Bytes, Type, Added by, SHA-256'],
    ['Scorecards', 'Company name, Round opened, Evaluator, Submitted, Market size'],
    ['Votes', 'Company name, Round opened, Evaluator, Vote, Reason'],
  ])('the %s of an export are not offered for import', async (name, columns) => {
    const headers = columns.split(', ');
    const sheet = { name, holds: 'ignored', headerRow: 1, headers, rows: 0 } as const;
    const none = { samples: headers.map(() => []), targets: headers.map(() => null) };
    const id = await addColumns([SHEET, { ...sheet, ...none }]);
    const html = await renderScreen(step, `/import/${id}`, at(id));
    expect(readText(html)).toContain(
      `|${name}|${name} are not imported: the deals keep the ${name.toLowerCase()} they have.|`,
    );
    expect(html).toContain('type="hidden" name="holds-1" value="ignored"');
  });
});

describe('/import (rules 16.12, 16.40, 16.41, 16.42 and 16.43)', () => {
  test('Import is in the menu after Export Excel and on empty lists', async () => {
    for (const [route, path, as] of [
      [dashboard, '/dashboard', people.ana],
      [allPipelines, '/admin/pipelines', people.maren],
    ] as const) {
      const html = await renderScreen(route, path, { as });
      expect(readText(html)).toContain('|Export Excel|Options|Import|Print|');
      expect(html).toContain('href="/import"');
    }
    expect(readText(await renderScreen(dashboard, '/dashboard', { as: people.ana }))).toContain(
      '|Import a spreadsheet|',
    );
  });

  test('the browser itself sends the form', async () => {
    const html = await renderScreen(upload, '/import', { as: people.ana });
    expect(findTags(html, 'form').find((form) => form.includes('action="/import"'))).toContain(
      'encType="multipart/form-data"',
    );
    expect(readText(html)).toContain('|.xlsx, .csv or .tsv, up to 10 MB and 20,000 rows|');
    expect(html).toContain('href="/import/template"');
  });

  test('a file sent with cells returns the page with the cells', async () => {
    const file = new File(['Company\nBirch'], 'b.csv');
    const both = await send(people.ana, { cells: 'Company\nAcme', file });
    expect(both.status).toBe(400);
    expect(await both.json()).toEqual({
      problem: 'Please choose a file or paste cells, not both.',
      cells: 'Company\r\nAcme',
    });
    expect(await db.$count(imports)).toBe(0);
  });

  test('earlier imports are own ones, for staff all applied ones', async () => {
    const own = await addRows([createNewDealRow('Acme')], { fileName: 'own.xlsx' });
    await addPreview(people.ben, [createNewDealRow('Birch')], { fileName: 'open.xlsx' });
    const done = await addPreview(people.ben, [], {
      fileName: 'done.xlsx',
      state: 'done',
      counts: { new: 3, created: 2, updated: 0, skipped: 1 },
      undoneAt: new Date(),
    });
    const mine = await renderScreen(upload, '/import', { as: people.ana });
    expect(readText(mine)).toMatch(/\|own\.xlsx\|[^|]+\|Not imported yet\|1 new\|/);
    expect(mine).toContain(`href="/import/${own}/preview"`);
    expect(mine).not.toMatch(/open\.xlsx|done\.xlsx/);
    const staff = await renderScreen(upload, '/import', { as: people.maren });
    expect(readText(staff)).toMatch(
      /\|done\.xlsx\|Ben [^|]+\|[^|]+\|Undone\|2 created, 0 updated, 1 skipped\|/,
    );
    expect(staff).toContain(`href="/import/${done}/result"`);
    expect(staff).not.toMatch(/own\.xlsx|open\.xlsx/);
  });

  test('a cancelled import and its replacement say so', async () => {
    const problem = 'This import was discarded to make room.';
    const id = await addColumns([SHEET]);
    await setImport(id, { state: 'dropped', problem, fileName: 'old.csv' });
    const list = readText(await renderScreen(upload, '/import', { as: people.ana }));
    expect(list).toMatch(/\|old\.csv\|[^|]+\|Discarded for a later import\|/);
    const own = readText(await renderScreen(step, `/import/${id}`, at(id)));
    expect(own).toContain(`old.csv was discarded|${problem}|`);
    const next = await addColumns([SHEET]);
    await setImport(next, { problem: "To make room for this import, 'old.csv' was discarded." });
    expect(readText(await renderScreen(step, `/import/${next}`, at(next)))).toContain(
      "|To make room for this import, 'old.csv' was discarded.|",
    );
  });

  test('the template has an example row and the allowed values', async () => {
    const sheets = await workbook(template, '/import/template', { as: people.ana });
    const [head, ...examples] = sheets.Deals!;
    expect(
      Object.values(head!)
        .map(({ value }) => value)
        .slice(0, 5),
    ).toEqual(['Company name', 'CEO', 'CFO/COO', 'Other Visitors', 'Industries']);
    expect(examples).toHaveLength(1);
    const help = sheets['Allowed values']!.map(({ A, B }) => `${A?.value}: ${B?.value}`);
    expect(help).toContainEqual(expect.stringContaining('Seed, Angel, Pre-A, Series A'));
    expect(help).toContainEqual(expect.stringContaining('ASAP, 30 days'));
    expect(help).toContainEqual(expect.stringContaining('0 to 10'));
  });
});

describe('the reading page (rule 16.44)', () => {
  test('the page counts rows read and reloads each second', async () => {
    const id = await addPreview(people.ana, [], { state: 'reading', progress: 4000 });
    const html = await renderScreen(step, `/import/${id}`, at(id));
    expect(readText(html)).toContain('|4,000 rows| |read|'.replace('| |', ' '));
    expect(html).toContain('<noscript><meta http-equiv="refresh" content="1"/></noscript>');
  });

  test('an unreadable file says why and leads back', async () => {
    const problem = 'The file is encrypted.';
    const id = await addPreview(people.ana, [], { state: 'failed', problem });
    const html = await renderScreen(step, `/import/${id}`, at(id));
    expect(readText(html)).toContain(`|${problem}|Nothing was imported.|Choose another file|`);
  });
});

describe('the mapping (rules 16.45, 16.46, 16.93, 16.97 and 16.101)', () => {
  test('the mapping shows sheets, sample values and guessed fields', async () => {
    const id = await addColumns();
    const html = await renderScreen(step, `/import/${id}`, at(id));
    const text = readText(html);
    expect(text).toContain('|Companies|Column names in row 3, 3 rows below|');
    expect(text).toContain('|A|Startup|Acme · Borel · Cask|Ignore|');
    expect(Object.fromEntries(listSentFields(html, 'holds-0'))).toMatchObject({
      'holds-0': 'deals',
      'target-0-0': 'companyName',
      'target-0-1': 'targetFundingSize',
      'target-0-3': '',
    });
  });

  test.each([
    [{ 'target-0-3': 'targetFundingSize' }, /'Raise' is already used for Target funding size/],
    [{ 'target-0-0': '' }, /Choose the column with the company name/],
    [{ 'holds-0': 'ignored' }, /Nothing would be imported/],
  ])('the choice %j is an error and other choices stay', async (change, message) => {
    const id = await addColumns();
    const form = { ...(await formOf(id)), 'target-0-2': '', ...change };
    const path = `/import/${id}`;
    expect((await call(step, 'POST', path, { ...at(id), form })).status).toBe(400);
    const html = await renderScreen(step, path, { ...at(id), form });
    expect(readText(html)).toMatch(message);
    expect(
      findTags(html, 'select').filter((one) => one.includes('aria-invalid="true"')),
    ).toHaveLength(1);
    expect(Object.fromEntries(listSentFields(html, 'holds-0'))).toMatchObject(
      'holds-0' in change ? { 'holds-0': 'ignored' } : { 'target-0-2': '', ...change },
    );
    expect((await found(id)).state).toBe('columns');
  });

  test('choosing another sheet shows its columns', async () => {
    const headers = ['Company name', 'Market size', 'Reference'];
    const targets = ['companyName', null, 'reference'];
    const id = await addColumns([{ ...SHEET, headers, targets, samples: [[], [], []] }], []);
    const form = { ...(await formOf(id)), 'holds-0': 'evaluations' };
    const html = await renderScreen(step, `/import/${id}`, { ...at(id), form });
    expect(readText(html)).toContain('|Please check the columns again, then continue.|');
    expect(Object.fromEntries(listSentFields(html, 'holds-0'))).toMatchObject({
      'shown-0': 'evaluations',
      'target-0-1': 'marketSize',
    });
  });

  test('choosing "Nothing to import" stays at the mapping', async () => {
    const id = await addColumns();
    const form = { ...(await formOf(id)), 'holds-1': 'ignored', do: 'look' };
    const answer = await call(step, 'POST', `/import/${id}`, { ...at(id), form });
    expect([answer.status, (await found(id)).state]).toEqual([200, 'columns']);
  });

  test('choosing an encoding reads the text again', async () => {
    const bytes = Buffer.from('Company,CEO\nZo\x91 Ltd,Andr\x8e\n', 'latin1');
    const { id, read } = await startImport(people.ana, { name: 'deals.csv', bytes });
    await read;
    const before = await renderScreen(step, `/import/${id}`, at(id));
    expect(readText(before)).toContain('Encoding');
    const form = { do: 'read', encoding: 'macintosh', separator: 'comma' };
    const answer = await call(step, 'POST', `/import/${id}`, { ...at(id), form });
    expect(answer.status).toBe(302);
    await expect.poll(async () => (await found(id)).state, { timeout: 50_000 }).toBe('columns');
    const after = readText(await renderScreen(step, `/import/${id}`, at(id)));
    expect(after).toContain('Company: Zoë Ltd · CEO: André');
  });

  test('a text unreadable in the chosen encoding keeps its columns', async () => {
    const bytes = Buffer.from('Company;CEO\nAcme;5" of, "rain\n');
    const { id, read } = await startImport(people.ana, { name: 'deals.csv', bytes });
    await read;
    const form = { do: 'read', encoding: 'utf-16le', separator: 'comma' };
    const answer = await call(step, 'POST', `/import/${id}`, { ...at(id), form });
    expect([answer.status, (await found(id)).state]).toEqual([400, 'columns']);
  });

  test('currency and unit of bare amounts can be changed', async () => {
    const { id, read } = await startImport(people.ana, {
      cells: 'Company\tAmount (USD m)\nAcme\t5\n',
    });
    await read;
    const shown = await formOf(id);
    expect(shown).toMatchObject({ 'currency-0-1': 'USD', 'factor-0-1': '1000000' });
    const form = { ...shown, 'currency-0-1': 'EUR', 'factor-0-1': '1000' };
    await call(step, 'POST', `/import/${id}`, { ...at(id), form });
    await expect.poll(async () => (await found(id)).state, { timeout: 50_000 }).toBe('preview');
    const rows = await rowsOf(id);
    expect(rows[0]!.outcome!.values.targetFundingSize).toBe('EUR 5k');
  });

  async function formOf(id: number): Promise<Record<string, string>> {
    return Object.fromEntries(
      listSentFields(await renderScreen(step, `/import/${id}`, at(id)), 'holds-0'),
    );
  }
});

describe('the preview (rules 16.48, 16.49, 16.50, 16.51, 16.52, 16.53, 16.54 and 16.90)', () => {
  test('the preview counts per tab, problems first, writes nothing', async () => {
    const deal = await addDeal(people.ana);
    const id = await addRows([
      createNewDealRow('Birch', { ceoName: 'Ada', fundingRound: 'A', evaluationScore: 7 }),
      createDealRow('conflict', deal, { ceoName: ['Bo', 'Cy', { base: 'Di', isConflict: true }] }),
    ]);
    const path = `/import/${id}/preview`;
    const html = await renderScreen(preview, path, at(id));
    const text = readText(html);
    expect(text).toContain('|Nothing is saved until you import.|');
    expect(text).toContain('|New|1|Changed|0|Unchanged|0|Conflict|1|Possible duplicate|0|Error|0|');
    expect(text).toContain('|CEO|When exported:|Di|Stored now:|Bo|In the file:|Cy|');
    expect(Object.fromEntries(listSentFields(html, 'choice-2'))).toEqual({ 'choice-2': 'update' });
    const news = readText(await renderScreen(preview, `${path}?kind=new`, at(id)));
    expect(news).toContain('|Birch|CEO|Ada|Funding round|Series A|Score|7.0|');
    expect(await db.$count(deals)).toBe(1);
  });

  test('a changed row shows old and new values of each field', async () => {
    const deal = await addDeal(people.ana, { companyName: 'Acme', fundingRound: 'Seed' });
    const filled: Parameters<typeof createDealRow>[2] = {
      ceoName: [null, 'Ada'],
      fundingRound: ['Seed', 'A'],
    };
    const id = await addRows([
      createDealRow('changed', deal, { fundingRound: ['Seed', 'A'], comments: ['Old', null] }),
      createDealRow('duplicate', deal, filled),
    ]);
    const path = `/import/${id}/preview`;
    const changed = readText(await renderScreen(preview, `${path}?kind=changed`, at(id)));
    expect(changed).toMatch(/\|Funding round\|Seed\|→\|Series A\|Comments\|Old\|→\|empty\|/);
    const html = await renderScreen(preview, `${path}?kind=duplicate`, at(id));
    const text = readText(html);
    expect(text).toMatch(/\|Acme\|\(opens in a new tab\)\|\(Seed, [^|]+, Ana\)\|/);
    expect(html).toContain(`href="/dashboard?details=${deal}" target="_blank"`);
    expect(text).toMatch(/\|Empty fields that this row fills in:\|CEO\|empty\|→\|Ada\|/);
    expect(text).toContain('1 other value differs, and stays unless you use the file’s values');
    expect(text).toContain('|Fill empty fields|Use the file’s values|Create another|Skip|');
  });

  test('a conflict names its author and needs a decision', async () => {
    const deal = await addDeal(people.ana, { ceoName: 'Exported' });
    await updateDeal(people.maren, deal, { ceoName: 'Bo' });
    const conflict = createDealRow('conflict', deal, {
      ceoName: ['Bo', 'Cy', { isConflict: true }],
    });
    const id = await addRows([...Array<PreviewRow>(26).fill(conflict), createNewDealRow('Birch')]);
    const path = `/import/${id}/preview?kind=conflict`;
    const text = readText(await renderScreen(preview, path, at(id)));
    expect(text).toMatch(
      /\|Stored now:\|Bo\|Maren [^|]+, [A-Z][a-z]{2} \d+, 20\d\d, [^|]+\|In the file:\|/,
    );
    expect(text).toContain('|Import: create 1, 26 to decide|');
    await call(preview, 'POST', path, { ...at(id), form: { take: 'theirs' } });
    await transaction(async (tx) => {
      const { outcome } = conflict;
      await tx
        .update(importRows)
        .set({ outcome: outcome as never })
        .where(eq(importRows.n, 26));
    });
    const asked = { ...at(id), form: { do: 'import' } };
    const sent = await call(preview, 'POST', path, asked);
    expect(sent.status).toBe(400);
    const html = await renderScreen(preview, `${path}&page=2`, asked);
    expect(readText(html)).toContain('|Nothing was imported.|1 row was changed in the file and by');
    expect(html).toContain('name="to" value="?kind=conflict&amp;page=2"');
    expect(readText(html)).toContain('|Choose which CEO to keep|');
    await call(preview, 'POST', `${path}&page=2`, { ...at(id), form: { 'choice-26': 'skip' } });
    await call(preview, 'POST', path, asked);
    expect(await found(id)).toMatchObject({ counts: { created: 1, updated: 0, skipped: 26 } });
  });

  test('a row error shows cell, value, reason and a workbook', async () => {
    const problems = [
      { cell: 'D17', value: 'abc', reason: 'is not a score from 0 to 10' },
      { cell: 'A17', value: '', reason: 'is empty: a deal needs a company name' },
    ];
    const sheets = [{ ...SHEET, headers: ['Startup', 'Raise', 'Closing', 'Rating'] }];
    const id = await addRows(
      [{ kind: 'error', outcome: { name: 'Acme', problems } }, createNewDealRow('Fine')],
      { sheets },
    );
    await transaction(async (tx) => {
      const cells = ['Acme', 5, { date: '2026-12-24' }, 'abc'];
      await tx.update(importRows).set({ cells }).where(eq(importRows.n, 1));
    });
    const html = await renderScreen(preview, `/import/${id}/preview`, at(id));
    expect(readText(html)).toContain('|D17|: ‘|abc|’ is not a score from 0 to 10|');
    expect(readText(html)).toContain('|A17|is empty: a deal needs a company name|');
    expect(readText(html)).toContain('|1 row with errors will be skipped.|Download it first|');
    expect(html.split(`href="/import/${id}/errors"`)).toHaveLength(3);
    const { Companies: rows } = await workbook(errors, `/import/${id}/errors`, at(id));
    expect(rows!.map((row) => Object.values(row).map(({ value }) => value))).toEqual([
      ['Startup', 'Raise', 'Closing', 'Rating', 'Reason'],
      [
        'Acme',
        '5',
        '2026-12-24',
        'abc',
        "Rating: 'abc' is not a score from 0 to 10\nStartup is empty: a deal needs a company name",
      ],
    ]);
  });

  test('choices per row and conflict survive paging', async () => {
    const deal = await addDeal(people.ana);
    const id = await addRows([
      createDealRow('conflict', deal, { ceoName: ['Bo', 'Cy', { isConflict: true }] }),
      createNewDealRow('Birch'),
    ]);
    const path = `/import/${id}/preview?kind=conflict`;
    const form = { 'choice-1': 'skip', 'take-1-ceoName': 'mine', to: '?kind=new&page=1' };
    const answer = await call(preview, 'POST', path, { ...at(id), form });
    expect(answer.headers.get('Location')).toBe(`/import/${id}/preview?kind=new&page=1`);
    const html = await renderScreen(preview, path, at(id));
    expect(Object.fromEntries(listSentFields(html, 'choice-1'))).toMatchObject({
      'choice-1': 'skip',
      'take-1-ceoName': 'mine',
    });
    expect(readText(html)).toContain('|Import: create 1, skip 1|');
  });

  test('a meaningless value shows once and can be replaced', async () => {
    const check = { field: 'nextMeetingDate', text: 'soon', to: 'soon' };
    const rows = ['Aster', 'Birch'].map((name): PreviewRow => {
      const { outcome } = createNewDealRow(name, { nextMeetingDate: 'soon' });
      return { kind: 'new', outcome: { ...outcome, checks: [check] } };
    });
    const id = await addRows(rows, { counts: { new: 2, check: 2 } });
    const path = `/import/${id}/preview`;
    const text = readText(await renderScreen(preview, path, at(id)));
    expect(text).toContain('|(2 rows, first: Pipelines, row 2)|Keep it, without a date|ASAP|');
    expect(text).toContain('|Aster|Check|Next meeting: soon|');
    const choose = (meeting: string, more = {}) =>
      call(preview, 'POST', path, {
        ...at(id),
        form: { 'check-1-nextMeetingDate': meeting, ...more },
      });
    await choose('anything');
    expect((await rowsOf(id))[0]!.outcome!.values.nextMeetingDate).toBe('soon');
    await choose('90 days', { do: 'import' });
    const imported = await db.select().from(deals);
    expect(imported).toMatchObject(Array(2).fill({ nextMeetingDate: '90 days' }));
  });

  test('one choice applies to all rows of a kind or all conflicts', async () => {
    const deal = await addDeal(people.ana);
    const conflict = createDealRow('conflict', deal, {
      ceoName: ['Bo', 'Cy', { isConflict: true }],
    });
    const id = await addRows([
      createNewDealRow('Birch'),
      createNewDealRow('Cask'),
      conflict,
      conflict,
    ]);
    const path = (kind: string) => `/import/${id}/preview?kind=${kind}`;
    await call(preview, 'POST', path('new'), {
      ...at(id),
      form: { 'choice-1': 'create', 'choice-2': 'create', all: 'skip' },
    });
    expect((await rowsOf(id)).map(({ choice }) => choice)).toEqual(['skip', 'skip', null, null]);
    await call(preview, 'POST', path('conflict'), { ...at(id), form: { take: 'mine' } });
    const taken = (await rowsOf(id)).map(({ outcome }) => outcome!.fields[0]?.take);
    expect(taken).toEqual([undefined, undefined, 'mine', 'mine']);
  });

  test('a choice that a row does not allow is refused', async () => {
    const deal = await addDeal(people.ana);
    const id = await addRows([createNewDealRow('Birch'), createDealRow('changed', deal, {})]);
    for (const [kind, form] of [
      ['new', { 'choice-1': 'update' }],
      ['changed', { 'choice-2': 'create' }],
      ['unchanged', { all: 'create' }],
    ] as const) {
      const path = `/import/${id}/preview?kind=${kind}`;
      const answer = await call(preview, 'POST', path, { ...at(id), form });
      expect(answer.status).toBe(400);
    }
    expect((await rowsOf(id)).map(({ choice }) => choice)).toEqual([null, null]);
  });

  test('the preview shows 50 rows at a time', async () => {
    const id = await addRows(Array<PreviewRow>(120).fill(createNewDealRow('Acme')));
    const html = await renderScreen(preview, `/import/${id}/preview?kind=new&page=3`, at(id));
    expect(findTags(html, 'tr')).toHaveLength(21);
    expect(readText(html)).toContain('101–120 of 120 rows');
    expect(readText(html)).toContain('|Import: create 120|');
  });

  test('the button is disabled with a reason when nothing is chosen', async () => {
    const id = await addRows([{ ...createNewDealRow('Birch'), choice: 'skip' }]);
    const html = await renderScreen(preview, `/import/${id}/preview`, at(id));
    expect(readText(html)).toContain(
      '|Nothing to import: all rows are skipped.|If you choose something else, press Save choices first.|Import: skip 1|',
    );
    expect(findTags(html, 'button').find((one) => one.includes('value="import"'))).toContain(
      'disabled',
    );
  });

  test('a deal changed since the preview keeps choices and warns', async () => {
    const deal = await addDeal(people.ana, { ceoName: 'Bo' });
    const id = await addRows([
      createDealRow('changed', deal, { ceoName: ['Bo', 'Cy'] }),
      createNewDealRow('B'),
    ]);
    await updateDeal(people.ana, deal, { ceoName: 'Meanwhile' });
    const path = `/import/${id}/preview?kind=new`;
    const sent = { ...at(id), form: { 'choice-2': 'skip', do: 'import' } };
    expect((await call(preview, 'POST', path, sent)).status).toBe(409);
    const text = readText(await renderScreen(preview, path, sent));
    expect(text).toContain('|Nothing was imported.|');
    expect(text).toContain('|Compare again|');
    expect((await rowsOf(id)).map(({ choice }) => choice)).toEqual([null, 'skip']);
    expect(await getStoredDeal(deal)).toMatchObject({ ceoName: 'Meanwhile' });
  });

  test('an import is discarded after a confirmation', async () => {
    const id = await addRows([createNewDealRow('Birch')]);
    const path = `/import/${id}?discard`;
    expect(readText(await renderScreen(step, path, at(id)))).toContain('|Discard deals.xlsx?|');
    const answer = await call(step, 'POST', path, { ...at(id), form: { do: 'discard' } });
    expect(answer.headers.get('Location')).toBe('/import');
    expect([await db.$count(imports), await db.$count(importRows)]).toEqual([0, 0]);
  });
});

describe('the result (rule 16.55)', () => {
  test('the result shows counts, a link and what an undo changes', async () => {
    const before = await addDeal(people.ana, { ceoName: 'Bo' });
    const id = await addRows([
      createNewDealRow('Birch'),
      createNewDealRow('Cask'),
      createDealRow('changed', before, { ceoName: ['Bo', 'Cy'] }),
    ]);
    const path = `/import/${id}/result`;
    const done = await call(preview, 'POST', `/import/${id}/preview`, {
      ...at(id),
      form: { do: 'import' },
    });
    expect(done.headers.get('Location')).toBe(`/import/${id}`);
    const html = await renderScreen(result, path, at(id));
    expect(readText(html)).toContain('|Created|2|Updated|1|Skipped|0|');
    expect(html).toContain(`href="/dashboard?import=${id}"`);
    expect(await renderScreen(result, path, at(id, people.maren))).toContain(
      `href="/admin/pipelines?import=${id}"`,
    );
    expect(readText(await renderScreen(result, `${path}?undo`, at(id)))).toContain(
      '2 deals that it created will be deleted, 1 deal that it changed will get its previous values back.',
    );
    const [, birch] = await db.select().from(deals).orderBy(deals.id);
    await updateDeal(people.ana, birch!.id, { comments: 'Since' });
    const undone = await call(result, 'POST', path, { ...at(id), form: {} });
    expect(undone.headers.get('Location')).toBe(path);
    expect(await getStoredDeal(before)).toMatchObject({ ceoName: 'Bo' });
    const after = await renderScreen(result, path, at(id));
    expect(readText(after)).toMatch(/\|Undone on [^|]+ 1 deal deleted, 1 reverted\.\|/);
    expect(readText(after)).toMatch(/\|Changed since, so not reverted\|Birch\|[^|]*Ana/);
    expect(after).toContain(`href="/pipeline/${birch!.id}/history"`);
    expect(after).not.toContain('?undo');
  });
});

describe('an import of another stage or user (rules 16.56 and 16.57)', () => {
  test('a URL of another stage leads to the current one', async () => {
    const id = await addRows([createNewDealRow('Birch')]);
    const get = async (route: object, path: string) =>
      (await call(route, 'GET', path, at(id))).headers.get('Location');
    expect(await get(step, `/import/${id}`)).toBe(`/import/${id}/preview`);
    expect(await get(result, `/import/${id}/result`)).toBe(`/import/${id}/preview`);
    expect(await get(step, `/import/${id}?columns`)).toBeNull();
    await setImport(id, { state: 'columns' });
    expect(await get(preview, `/import/${id}/preview`)).toBe(`/import/${id}`);
    expect(await get(errors, `/import/${id}/errors`)).toBe(`/import/${id}`);
    await setImport(id, { state: 'done' });
    expect(await get(step, `/import/${id}?columns`)).toBe(`/import/${id}/result`);
    const late = await call(preview, 'POST', `/import/${id}/preview`, {
      ...at(id),
      form: { do: 'import' },
    });
    expect(late.headers.get('Location')).toBe(`/import/${id}/result`);
  });

  test('imports of others are 404', async () => {
    const id = await addRows([createNewDealRow('Birch')]);
    for (const as of [people.ben, people.maren])
      for (const route of [step, preview, result, errors])
        expect((await call(route, 'GET', `/import/${id}`, at(id, as))).status).toBe(404);
    for (const route of [step, preview, result]) {
      const sent = { ...at(id, people.ben), form: { do: 'import' } };
      expect((await call(route, 'POST', `/import/${id}`, sent)).status).toBe(404);
    }
  });
});
