import ExcelJS from 'exceljs';
import { beforeEach, describe, expect, test } from 'vitest';
import { addCustomField } from '~/domain/custom-field/create.server';
import { listCustomFields } from '~/domain/custom-field/list.server';
import { NewCustomField } from '~/domain/custom-field/schema';
import { applyImport } from '~/domain/import/apply/apply.server';
import { startImport } from '~/domain/import/upload/start.server';
import { parseInput } from '~/errors';
import * as dealsApi from '~/routes/api.pipelines';
import * as exportRoute from '~/routes/api.pipelines_.export';
import * as importRoute from '~/routes/api.pipelines_.import';
import * as columnsPage from '~/routes/import_.$id/route';
import * as previewPage from '~/routes/import_.$id_.preview/route';
import { call, createCastForEach } from '../support/cast';
import { renderScreen } from '../support/render-screen';

/**
 * Mimics a fund's spreadsheet of 40 columns: those of every deal, some of the fund's fields, and
 * others.
 */

const DEALS = 60;
const OPTIONS = ['Good', 'Bad', 'So-so, perhaps'];
const FIELDS = [
  { name: 'Lead source', kind: 'text' },
  { name: 'Memo', kind: 'longText' },
  { name: 'Heads', kind: 'number' },
  { name: 'Ticket size', kind: 'money' },
  { name: 'First met', kind: 'day' },
  { name: 'Fit', kind: 'choice', options: OPTIONS },
  { name: 'Places', kind: 'choices', options: OPTIONS },
  { name: 'Led', kind: 'yesNo' },
  { name: 'Deck', kind: 'link' },
  { name: 'Scout', kind: 'person' },
];

const people = createCastForEach();
beforeEach(async () => {
  for (const field of FIELDS) await addCustomField(people.maren, parseInput(NewCustomField, field));
});

type Column = [header: string, cell: (n: number) => ExcelJS.CellValue];

const day = (n: number) => new Date(Date.UTC(2026, n % 12, 1 + (n % 28)));
const SPECIFIED: Column[] = [
  ['Company name', (n) => `Company ${n}`],
  ['CEO', (n) => `Ann ${n}`],
  ['COO', (n) => (n % 2 ? `Bo ${n}` : null)],
  ['CFO', () => 'Cy Ö'],
  ['Industries', (n) => (n % 3 ? 'AI, Fintech' : 'DX')],
  ['Business introduction', (n) => `Line one of ${n}\nline two`],
  ['Key business numbers', (n) => `ARR ${n}`],
  ['Funding round', (n) => ['Seed', 'A', 'B'][n % 3]!],
  ['Target funding size', (n) => `$${n + 1}M`],
  ['Target closing date', day],
  ['Score', (n) => (n % 100) / 10],
  [
    'Comments',
    (n) => ({ richText: [{ text: 'rich ' }, { text: `text ${n}`, font: { bold: true } }] }),
  ],
];
const known = (): Column[] => [
  ['Lead source', (n) => `=Source ${n}`],
  ['Memo', (n) => `A long\nmemo ${n}`],
  ['Heads', (n) => n * 1.5],
  ['Ticket size', (n) => `EUR ${n}.5M`],
  ['First met', day],
  ['Fit', (n) => OPTIONS[n % 2]!.toUpperCase()],
  ['Places', (n) => OPTIONS.slice(0, 1 + (n % 2)).join('; ')],
  ['Led', (n) => n % 2 === 0],
  ['Deck', (n) => ({ text: `https://a.example/${n}`, hyperlink: `https://a.example/${n}` })],
  ['Scout', (n) => (n % 2 ? people.ben.email : people.ana.email)],
];
/** Columns that no field is named after, with the kind of the field they become. */
const KEPT: [...Column, kind: string][] = [
  ['Board seat', (n) => n % 2 === 0, 'yesNo'],
  ['NDA', (n) => ['yes', 'no'][n % 2]!, 'yesNo'],
  ['Seen on', day, 'day'],
  ['Signed', (n) => day(n).toISOString().slice(0, 10), 'day'],
  ['Runway', (n) => n, 'number'],
  ['Burn', (n) => -n * 1_000.25, 'number'],
  ['Growth', (n) => n / 100, 'number'],
  ['Users', (n) => `${n + 1},000`, 'number'],
  ['Total', (n) => ({ formula: 'A1*2', result: n * 2 }), 'number'],
  ['Worth', (n) => `USD ${n + 1},000,000`, 'money'],
  ['Last price', (n) => (n % 2 ? `€${n}M` : 'n/a'), 'money'],
  ['Web', (n) => `https://b.example/${n}?x=1&y=2`, 'link'],
  ['Why', (n) => `Because ${n}`, 'text'],
  ['Why not', (n) => ['–', 'tbd', `It is ${n}`][n % 3]!, 'text'],
  ['Dial-in', (n) => `+49 30 ${n}`, 'text'],
  ['理由', (n) => `深圳 ${n}`, 'text'],
  ['Story', (n) => `${'word '.repeat(60)}${n}`.trim(), 'longText'],
  ['Steps', (n) => `first\n\nsecond ${n}`, 'longText'],
];

async function buildWorkbook(columns: Column[]): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('Pipeline 2026');
  sheet.addRow(columns.map(([header]) => header));
  for (let n = 0; n < DEALS; n++) sheet.addRow(columns.map(([, cell]) => cell(n)));
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}

async function deals() {
  const answer = await call(dealsApi, 'GET', '/api/pipelines?limit=100&sort=oldest', {
    as: people.maren,
  });
  return (await answer.json()) as Record<string, unknown>[];
}

async function exported(): Promise<File> {
  const path = '/api/pipelines/export';
  const answer = await call(exportRoute, 'GET', path, { as: people.maren });
  return new File([await answer.arrayBuffer()], 'export.xlsx');
}

async function imported(file: File): Promise<unknown> {
  const path = '/api/pipelines/import';
  const answer = await call(importRoute, 'POST', path, { as: people.maren, file });
  return answer.json();
}

describe('a file with 40 columns (rules 24.13 and 24.14)', () => {
  test('40 columns survive import, export and import unchanged', async () => {
    const columns = [...SPECIFIED, ...known(), ...KEPT.map(([a, b]): Column => [a, b])];
    expect(columns).toHaveLength(40);
    const bytes = await buildWorkbook(columns);
    const { id, read } = await startImport(people.maren, { name: 'fund.xlsx', bytes });
    await read;
    const at = { as: people.maren, params: { id: String(id) } };
    const shown = await renderScreen(columnsPage, `/import/${id}`, at);
    const chosen = columns.map(([header], i) => {
      const select = new RegExp(`<select[^>]*name="target-0-${i}"[\\s\\S]*?</select>`).exec(
        shown,
      )![0];
      const [, value = ''] = /<option[^>]*value="([^"]*)"[^>]*selected/.exec(select) ?? [];
      expect([header, value === '']).toEqual([header, KEPT.some(([kept]) => kept === header)]);
      return [`target-0-${i}`, value || 'keep'];
    });
    const form = {
      'holds-0': 'deals',
      'shown-0': 'deals',
      ...Object.fromEntries(chosen),
    } as object;
    const answer = await call(columnsPage, 'POST', `/import/${id}`, { ...at, form: { ...form } });
    expect(answer.status).toBe(302);
    const isCompared = async () =>
      (await call(previewPage, 'GET', `/import/${id}/preview`, at)).status === 200;
    await expect.poll(isCompared, { timeout: 50_000 }).toBe(true);
    expect(await applyImport(people.maren, id)).toMatchObject({ created: DEALS, skipped: 0 });
    const fields = new Map(
      (await listCustomFields()).map(({ name, kind }) => [name, kind as string]),
    );
    expect(KEPT.map(([name]) => [name, fields.get(name)])).toEqual(KEPT.map(([n, , k]) => [n, k]));

    const before = await deals();
    expect(before).toHaveLength(DEALS);
    const deal = before.find(({ companyName }) => companyName === 'Company 57')!;
    expect(deal).toMatchObject({ ceoName: 'Ann 57', industries: ['DX'], fundingRound: 'Seed' });
    expect(deal).toMatchObject({ targetClosingDate: '2026-10-02', comments: 'rich text 57' });
    expect(deal.fields).toMatchObject({
      leadSource: '=Source 57',
      memo: 'A long\nmemo 57',
      heads: 85.5,
      firstMet: '2026-10-02',
      ticketSize: { amount: 57_500_000, currency: 'EUR' },
      fit: 'Bad',
      places: ['Good', 'Bad'],
      led: false,
      deck: 'https://a.example/57',
      scout: people.ben.id,
      boardSeat: false,
      nda: false,
      seenOn: '2026-10-02',
      signed: '2026-10-02',
      runway: 57,
      burn: -57_014.25,
      growth: 0.57,
      users: 58_000,
      total: 114,
      web: 'https://b.example/57?x=1&y=2',
      worth: { amount: 58_000_000, currency: 'USD' },
      whyNot: '–',
      steps: 'first\n\nsecond 57',
      lastPrice: { amount: 57_000_000, currency: 'EUR' },
      dialIn: '+49 30 57',
    });
    expect(Object.keys(deal.fields as object)).toHaveLength(FIELDS.length + KEPT.length);
    const again = await imported(await exported());
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: DEALS, errors: 0 });
    expect(await deals()).toEqual(before);
  });
});
