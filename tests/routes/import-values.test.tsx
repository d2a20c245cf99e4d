import { readFileSync } from 'node:fs';
import ExcelJS from 'exceljs';
import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { deals, listOptions } from '#db/schema';
import { addCustomField } from '~/domain/custom-field/create.server';
import { NewCustomField } from '~/domain/custom-field/schema';
import { getDeal } from '~/domain/deal/get.server';
import { applyImport } from '~/domain/import/apply/apply.server';
import { buildErrorSheets } from '~/domain/import/preview/errors-workbook.server';
import type { ImportFile } from '~/domain/import/reading/read-job';
import { getImport } from '~/domain/import/record/get.server';
import { startImport } from '~/domain/import/upload/start.server';
import { saveSubmission } from '~/domain/saved-submission/saved-submission.server';
import { parseInput } from '~/errors';
import * as decisionsApi from '~/routes/api.pipelines_.$id_.decisions';
import * as columnsPage from '~/routes/import_.$id/route';
import * as errorsRoute from '~/routes/import_.$id_.errors';
import * as previewPage from '~/routes/import_.$id_.preview/route';
import * as resultPage from '~/routes/import_.$id_.result/route';
import * as valuesPage from '~/routes/import_.$id_.values/route';
import { call, createCastForEach } from '../support/cast';
import { addDeal, deleteDeals } from '../support/deals';
import { collectFormValues } from '../support/posted-form';
import { renderScreen } from '../support/render-screen';

const people = createCastForEach();

type Page = Parameters<typeof renderScreen>[0];
type Form = Record<string, string>;

async function startOnScreen(file: ImportFile, as = people.maren) {
  const { id, read } = await startImport(as, file, { isLoose: true, suggestsFields: true });
  await read;
  const at = { as, params: { id: String(id) } };
  const stored = () => getImport(as, id);
  const isCompared = async () => (await stored()).state === 'preview';
  const show = (page: Page, path: string) => renderScreen(page, `/import/${id}${path}`, at);
  const send = async (page: Page, path: string, form: Form) => {
    const sent = { ...collectFormValues(await show(page, path)), ...form };
    const answer = await call(page, 'POST', `/import/${id}${path}`, { ...at, form: sent });
    await expect.poll(isCompared, { timeout: 60_000 }).toBe(true);
    return answer;
  };
  const confirmColumns = (form: Form = {}) => send(columnsPage, '?columns', form);
  const decide = (form: Form = {}) => send(valuesPage, '/values', form);
  return { id, stored, show, send, confirmColumns, decide };
}

const csv = (text: string): ImportFile => ({ name: 'deals.csv', bytes: Buffer.from(text) });
/** Lists the reasons of the workbook of rows imported without some cells. */
async function listReasons(id: number): Promise<unknown[]> {
  const [sheet] = await buildErrorSheets(await getImport(people.maren, id), db, 'cells');
  const reasons: unknown[] = [];
  for await (const row of sheet!.rows) reasons.push(row.at(-1));
  return reasons;
}

const listDeals = () => db.select().from(deals);

describe('values of an import (rules 16.102, 16.103, 16.104 and 16.105)', () => {
  test('a fund workbook of 41 columns is imported nearly whole', async () => {
    const bytes = readFileSync('tests/fixtures/import/fund-workbook.xlsx');
    const screen = await startOnScreen({ name: 'fund.xlsx', bytes });
    await screen.confirmColumns({ others: 'append', dayFirst: 'yes' });
    await screen.decide({ others: 'comment' });
    const all = { all: 'create' };
    await screen.send(previewPage, '/preview?kind=duplicate', all);
    const counts = await applyImport(people.maren, screen.id);
    expect(counts).toMatchObject({ created: 322, error: 2, leftOut: 1 });
  }, 120_000);

  test('an unknown stage is asked for and remembered', async () => {
    const first = await startOnScreen(csv('Company,Stage\nAcme,DD\nBeta,New\n'));
    await first.confirmColumns();
    expect(await first.show(valuesPage, '/values')).toContain('DD');
    await first.decide({ 'choice-0-0': 'set:Due diligence' });
    expect((await first.stored()).counts.withoutCells).toBeUndefined();
    const second = await startOnScreen(csv('Company,Stage\nGamma,dd\n'));
    await second.confirmColumns();
    const html = await second.show(valuesPage, '/values');
    expect(html).toContain('Remembered');
    expect(collectFormValues(html)['choice-0-0']).toBe('set:Due diligence');
  });

  test('a stage with a reason is suggested and stored with it', async () => {
    const screen = await startOnScreen(
      csv('Company,Status\nAcme,Passed - team\nBeta,Invested!!\n'),
    );
    await screen.confirmColumns();
    expect(await screen.show(valuesPage, '/values')).toContain('Suggested');
    await screen.decide();
    await applyImport(people.maren, screen.id);
    const [acme] = await listDeals();
    const answer = await call(decisionsApi, 'GET', `/api/pipelines/${acme!.id}/decisions`, {
      as: people.maren,
      params: { id: String(acme!.id) },
    });
    expect(await answer.json()).toMatchObject([{ stage: 'Passed', reason: 'Team' }]);
  });

  test('a dropped cell is listed, and in the comments if chosen', async () => {
    const screen = await startOnScreen(csv('Company,Closing date,Notes\nAcme,KW 42,Good\n'));
    await screen.confirmColumns();
    await screen.decide({ others: 'comment' });
    expect(await screen.show(previewPage, '/preview')).toContain('KW 42');
    await applyImport(people.maren, screen.id);
    const [acme] = await listDeals();
    expect(acme).toMatchObject({ comments: 'Good\nClosing date: KW 42', targetClosingDate: null });
    const result = await screen.show(resultPage, '/result');
    expect(result).toContain('1 row imported without some cells');
    expect(result).toContain(`/import/${screen.id}/errors?rows=cells`);
  });

  test('a typed day replaces a value, and a wrong one is named', async () => {
    const screen = await startOnScreen(csv('Company,Closing date\nAcme,KW 42\n'));
    await screen.confirmColumns();
    expect((await screen.decide({ 'text-0-0': 'soon' })).status).toBe(400);
    await screen.decide({ 'text-0-0': '2026-10-12' });
    await applyImport(people.maren, screen.id);
    expect((await listDeals())[0]).toMatchObject({ targetClosingDate: '2026-10-12' });
  });

  test.each([
    ['suggested', {}, 'Passed'],
    ['taken back', { 'choice-0-0': 'empty' }, 'New'],
  ])('the stage that a sheet is named after is %s', async (_, form: Form, stage) => {
    const bytes = Buffer.from('Company,Reason\nAcme,team\n');
    const screen = await startOnScreen({ name: 'Passed 2024.csv', bytes });
    await screen.confirmColumns();
    const html = await screen.show(valuesPage, '/values');
    expect(collectFormValues(html)['choice-0-0']).toBe('set:Passed');
    expect(html).toContain('is the name of the sheet with these rows');
    await screen.decide(form);
    await applyImport(people.maren, screen.id);
    const [acme] = await listDeals();
    expect(await getDeal(people.maren, acme!.id)).toMatchObject({ stage });
  });

  test('a deal that a file closes gets no next meeting', async () => {
    const rows = ['Acme,Passed,30 days', 'Beta,On hold,90 days', 'Gamma,New,30 days'];
    const screen = await startOnScreen(csv(`Company,Stage,Next meeting\n${rows.join('\n')}\n`));
    await screen.confirmColumns();
    expect(await screen.show(previewPage, '/preview')).toContain(
      'is left empty because the deal is closed',
    );
    await applyImport(people.maren, screen.id);
    const meetings = (await listDeals()).map(({ nextMeetingDate }) => nextMeetingDate);
    expect(meetings).toEqual([null, '90 days', '30 days']);
  });

  test('a closed deal imported again gets no next meeting', async () => {
    const file = csv('Company,Stage,Next meeting\nAcme,Passed,30 days\n');
    const first = await startOnScreen(file);
    await first.confirmColumns();
    await applyImport(people.maren, first.id);
    const second = await startOnScreen(file);
    await second.confirmColumns();
    expect((await second.stored()).counts).toMatchObject({ unchanged: 1, withoutCells: 1 });
  });

  test.each([
    ['comment', 'Closing date: tbd'],
    ['empty', null],
  ])("'tbd' instead of a day is listed (%s)", async (others, comments) => {
    const screen = await startOnScreen(csv('Company,Closing date\nAcme,tbd\nBeta,KW 42\n'));
    await screen.confirmColumns();
    await screen.decide({ others });
    await applyImport(people.maren, screen.id);
    const acme = (await listDeals()).find(({ companyName }) => companyName === 'Acme');
    expect(acme).toMatchObject({ comments, targetClosingDate: null });
    const result = await screen.show(resultPage, '/result');
    expect(result).toContain('2 rows imported without some cells');
    const reasons = await listReasons(screen.id);
    expect(reasons[0]).toBe("Closing date: 'tbd' is left empty");
  });

  test('a new option is created when the import is applied', async () => {
    const screen = await startOnScreen(csv('Company,Stage\nAcme,Watchlist\n'));
    await screen.confirmColumns();
    await screen.decide({ 'choice-0-0': 'option' });
    const names = async () => (await db.select().from(listOptions)).map(({ name }) => name);
    expect(await names()).not.toContain('Watchlist');
    await applyImport(people.maren, screen.id);
    expect(await names()).toContain('Watchlist');
  });

  test('the preview says why a new option was refused', async () => {
    const screen = await startOnScreen(csv('Company,Stage\nAcme,Parked\n'));
    await screen.confirmColumns();
    await screen.decide({ 'choice-0-0': 'option' });
    const answer = await screen.send(previewPage, '/preview', { do: 'import' });
    expect(await answer.json()).toMatchObject({
      problem: '“Parked” is the name of a kind of stage',
    });
  });

  test('choices for values that have changed since are refused', async () => {
    const screen = await startOnScreen(csv('Company,Stage\nAcme,DD\n'));
    await screen.confirmColumns();
    expect((await screen.decide({ version: 'other' })).status).toBe(409);
    expect((await screen.stored()).valueChoices).toBeNull();
  });

  test('choices sent after the session ended return once', async () => {
    const started = await startOnScreen(csv('Company,Stage\nAcme,DD zwei\nBolt,Unknown'));
    await started.confirmColumns();
    const path = `/import/${started.id}/values`;
    const form = collectFormValues(await started.show(valuesPage, '/values'));
    const fields = Object.entries({ ...form, others: 'comment', 'choice-0-0': 'set:Met' });
    const key = await saveSubmission(people.maren.id, { path, fields });
    const page = await started.show(valuesPage, `/values?late=${key}`);
    expect(collectFormValues(page)).toMatchObject({ others: 'comment', 'choice-0-0': 'set:Met' });
    expect(page).toContain(`action="${path}?late=${key}"`);
    const stale = fields.map(([name, value]) => [name, name === 'version' ? '-' : value]);
    const other = await saveSubmission(people.maren.id, { path, fields: stale as typeof fields });
    const fresh = await started.show(valuesPage, `/values?late=${other}`);
    expect(collectFormValues(fresh)).toMatchObject({ others: 'empty', 'choice-0-0': '' });
  });

  test('a file with 20,000 distinct values has a small page', async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => `Deal ${n},Stage ${n}`);
    const screen = await startOnScreen(csv(`Company,Status\n${rows.join('\n')}\n`));
    await screen.confirmColumns();
    const html = await screen.show(valuesPage, '/values');
    expect(html.length).toBeLessThan(300_000);
    expect(html).toContain('Further values in');
    const [field] = (await screen.stored()).unknownValues;
    expect(field!.values.length).toBe(50);
  }, 120_000);

  test('all other columns are appended to the comments', async () => {
    const screen = await startOnScreen(csv('Company,Mood,Colour\nAcme,good,red\n'));
    expect(await screen.show(columnsPage, '?columns')).toMatch(/1 of 3 columns are imported/);
    await screen.confirmColumns({ others: 'append' });
    await applyImport(people.maren, screen.id);
    expect((await listDeals())[0]).toMatchObject({ comments: 'Mood: good\nColour: red' });
  });
});

describe('possible duplicates (rule 16.106)', () => {
  test('a row that equals its deal is unchanged, or made again', async () => {
    const file = csv('Company,CEO,Stage\nAcme,Kim,Screening\n');
    const importAgain = async (form: Form) => {
      const screen = await startOnScreen(file);
      await screen.confirmColumns();
      await screen.send(previewPage, '/preview?kind=unchanged', form);
      return applyImport(people.maren, screen.id);
    };
    await importAgain({});
    expect(await importAgain({})).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
    expect(await importAgain({ 'choice-1': 'create' })).toMatchObject({ created: 1, unchanged: 0 });
  });

  test('the file’s values replace stored ones only if chosen', async () => {
    const id = await addDeal(people.maren, { companyName: 'Acme', ceoName: 'Old' });
    const screen = await startOnScreen(csv('Company,CEO\nAcme GmbH,New\n'));
    await screen.confirmColumns();
    await screen.send(previewPage, '/preview?kind=duplicate', { 'choice-1': 'update' });
    expect(await applyImport(people.maren, screen.id)).toMatchObject({ updated: 1 });
    const [deal] = await listDeals();
    expect(deal).toMatchObject({ id, ceoName: 'New', companyName: 'Acme GmbH' });
  });

  test.each([
    ['a name that differs', 'Company,CEO\nMueller,Kim\n', 'skip'],
    ['four values that differ', 'Company,CEO,COO,Ask,Metrics\nMüller AG,B,C,D,E\n', 'skip'],
    ['another legal form', 'Company,CEO\nMüller AG,B\n', null],
  ])('%s presets what is done with the row', async (_, text, choice) => {
    const stored = { ceoName: 'a', cooName: 'b', targetFundingSize: 'c', keyBusinessNumbers: 'd' };
    await addDeal(people.maren, { companyName: 'Müller GmbH', ...stored });
    const screen = await startOnScreen(csv(text));
    await screen.confirmColumns();
    const html = await screen.show(previewPage, '/preview?kind=duplicate');
    expect(collectFormValues(html)['choice-1']).toBe(choice ?? 'fill');
  });
});

describe('the workbook of rows to correct (rule 16.50)', () => {
  const DECK = { text: 'Our deck', hyperlink: 'https://acme.example/deck?a=1&b=2' };
  const ROWS = [
    ['Company', 'Ask', 'Ticket', 'Heads', 'Deck', 'Comments', 'Closing date'],
    ['Acme', 5, 2.5, 5_000_000, DECK, { error: '#N/A' }, 'KW 42'],
    ['Beta', 'USD 7m', '1.5k', 3, 'beta.example', 'Good', 'KW 43'],
  ];

  beforeEach(async () => {
    const fields = Object.entries({ Ticket: 'money', Heads: 'number', Deck: 'link' });
    for (const [name, kind] of fields)
      await addCustomField(people.maren, parseInput(NewCustomField, { name, kind }));
  });

  async function buildFile(
    rows: unknown[][],
    formats: Record<string, string> = { D2: '"$"0.00,,"M"' },
  ): Promise<ImportFile> {
    const workbook = new ExcelJS.Workbook();
    const sheet = workbook.addWorksheet('Deals');
    sheet.addRows(rows);
    for (const [cell, numFmt] of Object.entries(formats)) sheet.getCell(cell).style = { numFmt };
    return { name: 'deals.xlsx', bytes: new Uint8Array(await workbook.xlsx.writeBuffer()) };
  }

  const UNITS = {
    'currency-0-1': 'EUR',
    'factor-0-1': '1000000',
    'currency-0-2': 'CHF',
    'factor-0-2': '1000',
  };

  async function preview(file: ImportFile, form: Form) {
    const screen = await startOnScreen(file);
    await screen.confirmColumns(form);
    await screen.decide();
    return screen.id;
  }

  async function download(id: number): Promise<ImportFile> {
    const at = { as: people.maren, params: { id: String(id) } };
    const answer = await call(errorsRoute, 'GET', `/import/${id}/errors`, at);
    return { name: 'rows-to-correct.xlsx', bytes: new Uint8Array(await answer.arrayBuffer()) };
  }

  async function applyAndList(id: number) {
    await applyImport(people.maren, id);
    const stored = await listDeals();
    return stored.map(({ companyName, targetFundingSize, fields, comments }) => ({
      companyName,
      targetFundingSize,
      fields,
      comments,
    }));
  }

  test('a workbook of rows to correct imports the same values', async () => {
    const corrected = await download(await preview(await buildFile(ROWS), UNITS));
    const imported = await applyAndList(await preview(corrected, {}));
    expect(imported).toMatchObject([
      {
        targetFundingSize: 'EUR 5m',
        fields: {
          ticket: { amount: 2_500, currency: 'CHF' },
          heads: 5_000_000,
          deck: DECK.hyperlink,
        },
        comments: null,
      },
      { targetFundingSize: 'USD 7m', fields: { ticket: { amount: 1_500, currency: 'CHF' } } },
    ]);
    await deleteDeals();
    expect(await applyAndList(await preview(await buildFile(ROWS), UNITS))).toEqual(imported);
  });

  test('scaled and currency numbers keep their size in it', async () => {
    const rows = [
      ['Company', 'Ask', 'Ticket', 'Closing date'],
      ['Acme', 5, 500_000, 'KW 42'],
    ];
    const file = await buildFile(rows, { B2: '"€"0.0', C2: '0.0,,' });
    const id = await preview(file, UNITS);
    const imported = await applyAndList(await preview(await download(id), {}));
    expect(imported).toMatchObject([
      { targetFundingSize: 'EUR 5m', fields: { ticket: { amount: 500_000, currency: 'CHF' } } },
    ]);
  });

  test('a number that its column decides keeps its reading', async () => {
    const header = ['Company', 'Ask (TEUR)', 'Heads', 'Closing date'];
    const rows = [header, ['Acme', '1.200', '1.500', 'KW 42'], ['Birch', '7,5', '0,5', '']];
    const id = await preview(await buildFile(rows, {}), {});
    const corrected = await download(id);
    expect(await applyAndList(await preview(corrected, {}))).toMatchObject([
      { companyName: 'Acme', targetFundingSize: 'EUR 1200k', fields: { heads: 1500 } },
    ]);
  });

  test('a currency taken from a column is not in its header', async () => {
    const rows = [
      ['Company', 'Ask (EUR m)', 'Closing date'],
      ['Acme', 5, 'KW 42'],
    ];
    const none = { 'currency-0-1': '', 'factor-0-1': '1' };
    const id = await preview(await buildFile(rows), none);
    const imported = await applyAndList(await preview(await download(id), {}));
    expect(imported).toMatchObject([{ targetFundingSize: '5' }]);
  });

  test('numbers stay numbers where their header has the unit', async () => {
    const rows = [
      ['Company', 'Ask (EUR m)', 'Closing date'],
      ['Acme', 5, 'KW 42'],
    ];
    const id = await preview(await buildFile(rows), {});
    const [sheet] = await buildErrorSheets(await getImport(people.maren, id), db);
    const written = [];
    for await (const row of sheet!.rows) written.push(row.slice(0, 2));
    expect(written).toEqual([['Acme', 5]]);
  });
});
