import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deals, evaluations } from '#db/schema';
import { transaction } from '#db/transaction';
import { deriveColumns } from '~/domain/deal/derive-columns';
import { updateDeal } from '~/domain/deal/update.server';
import { EvaluationInput } from '~/domain/evaluation/schema';
import { saveEvaluation } from '~/domain/evaluation/update.server';
import { parseTextCell } from '~/domain/import/reading/cell';
import { addNote } from '~/domain/note/create.server';
import { parseInput } from '~/errors';
import * as route from '~/routes/api.pipelines_.export';
import { ROUNDS } from '../../durability/rounds';
import { call, type Cast, createCast } from '../../support/cast';
import { addDeal, deleteDeals, FULL_DEAL } from '../../support/deals';
import {
  addImport,
  compareAll,
  exportDeal,
  type FileSheet,
  readWorkbookSheets,
} from '../../support/import-files';
import { specifiedLists } from '../../support/option-lists';

let people: Cast;
beforeAll(async () => {
  people = await createCast();
});
beforeEach(deleteDeals);

async function exported(as: Cast['ana']): Promise<FileSheet[]> {
  const answer = await call(route, 'GET', '/api/pipelines/export?sort=oldest', { as });
  return readWorkbookSheets(new Uint8Array(await answer.arrayBuffer()));
}

async function compareFile(as: Cast['ana'], sheets: FileSheet[]) {
  return compareAll(as, await addImport(as, sheets));
}

/** Deals with values that are hard to bring back from a workbook. */
const NASTY: Record<string, unknown>[] = [
  FULL_DEAL,
  { companyName: '=1+1', ceoName: '+49 30', cooName: '-5', cfoName: '@SUM(A1)', comments: "'=1" },
  { companyName: '007', targetFundingSize: '007', comments: 'TRUE', ceoName: '2026-01-01' },
  { companyName: '1e5', targetFundingSize: '5000000', comments: '#N/A', fundingRound: 'Series A' },
  { companyName: 'Total', evaluationScore: 7 },
  {
    companyName: '合计 深度求索 🚀 <&>"',
    industries: ['半导体', 'Food, drinks', 'a / b', 'In/Out bound'],
  },
  { companyName: '_x0041_ and _x000D_', comments: '_x005F_x0041_ \t tab', industries: ['=1+1'] },
  { companyName: 'Line ends', comments: 'a\r\nb\rc\n', businessIntroduction: '\n\n x \n' },
  {
    companyName: 'Spaces',
    comments: ' ',
    businessIntroduction: '\n',
    keyBusinessNumbers: '  a  b ',
  },
  { companyName: 'Rounds', fundingRound: 'pre seed', nextMeetingDate: '45 days' },
  { companyName: 'Letters', fundingRound: 'a', nextMeetingDate: 'asap', industries: ['ai', 'AI'] },
  { companyName: 'Old', targetClosingDate: '1900-01-01' },
  { companyName: 'First', targetClosingDate: '1900-03-01', evaluationScore: 0 },
  { companyName: 'Leap', targetClosingDate: '2028-02-29', evaluationScore: 10 },
  { companyName: 'Early', targetClosingDate: '2200-12-31', evaluationScore: 4.35 },
  { companyName: '{"formula":"1"}', comments: '{"richText":[]}', ceoName: '\u0085\u2028\u200b' },
  { companyName: 'Acme', stage: 'Due diligence' },
  { companyName: 'ACME, Inc.', comments: 'x'.repeat(10_000) },
  { companyName: 'Inc.', industries: Array.from({ length: 50 }, (_, i) => `Industry ${i}`) },
];

/** Evaluations with nulls, noise and hard texts. */
const EVALUATED: Record<string, unknown>[] = [
  { marketSize: 7.3, marketNotes: '=1+1\r\n\ttab', teamNotes: ' ' },
  { marketNotes: 'only notes' },
  {},
  { exitScenarios: 10, followOnPotential: 1, strategicFitNotes: '_x0041_' },
];

async function addNasty(): Promise<number[]> {
  const ids: number[] = [];
  for (const [i, fields] of NASTY.entries())
    ids.push(await addDeal(i % 2 ? people.ana : people.ben, fields));
  for (const id of ids.slice(0, 4)) await addNote(people.tomas, id, 'A note of 2026-11-22');
  for (const [i, values] of EVALUATED.entries())
    await saveEvaluation(people.tomas, ids[i]!, parseInput(EvaluationInput, values));
  await transaction(async (tx) => {
    // Stored so by earlier versions and other programs.
    const noise = { comments: '長'.repeat(32_000), evaluationScore: 7.300000000000001 };
    await tx.update(deals).set(noise).where(eq(deals.id, ids[0]!));
    await tx
      .update(evaluations)
      .set({ marketSize: 6.1 + 0.2, capTable: 7.25 })
      .where(eq(evaluations.dealId, ids[0]!));
  });
  return ids;
}

const kinds = (rows: { kind: string }[]) => [...new Set(rows.map(({ kind }) => kind))];

describe('importing an export again (rule 16.31)', () => {
  test('an unchanged export changes nothing', async () => {
    const ids = await addNasty();
    const sheets = await exported(people.tomas);
    expect(sheets).toHaveLength(8);
    const rows = await compareFile(people.tomas, sheets);
    expect(rows.filter(({ kind }) => kind !== 'unchanged')).toEqual([]);
    expect(rows.map(({ dealId }) => dealId)).toEqual([...ids, ...ids.slice(0, 4)]);
    expect(rows.every(({ outcome }) => !outcome.notes && !outcome.problems)).toBe(true);
  });

  test('a stored text that looks like an error stays as it is', async () => {
    const deal = await exportDeal(people.ana, { comments: '#N/A', ceoName: '#NV' });
    const cells = { Comments: parseTextCell('#N/A'), CEO: parseTextCell('#NV') };
    const { kind, outcome } = await deal.only(cells);
    expect([kind, outcome.skippedCells]).toEqual(['unchanged', undefined]);
    const edited = await deal.only({ ...cells, CEO: parseTextCell('#REF!') });
    expect(edited.outcome.skippedCells).toMatchObject([{ value: '#REF!' }]);
  });

  test("a user's own export with owners changes nothing", async () => {
    await addNasty();
    const rows = await compareFile(people.ana, await exported(people.ana));
    expect([rows.length, kinds(rows)]).toEqual([11, ['unchanged']]);
    expect(rows.some(({ outcome }) => outcome.notes)).toBe(false);
  });

  test('an unchanged export changes nothing after edits by others', async () => {
    const ids = await addNasty();
    const sheets = await exported(people.tomas);
    const { companyName: _, ...all } = FULL_DEAL;
    for (const id of ids)
      await updateDeal(people.maren, id, { ...all, comments: `${id}`, companyName: `New ${id}` });
    for (const id of ids.slice(0, 4))
      await saveEvaluation(people.maren, id, { marketSize: 1, teamNotes: 'new' });
    const rows = await compareFile(people.tomas, sheets);
    expect(kinds(rows)).toEqual(['unchanged']);
  });

  test('an export converted to text changes nothing', async () => {
    await addNasty();
    const sheets = (await exported(people.tomas)).map(({ name, rows }) => ({
      name,
      rows: rows.map((cells) =>
        cells.map((cell) => {
          if (typeof cell === 'number') return cell.toFixed(1).replace('.', ',');
          if (cell && typeof cell === 'object' && 'date' in cell) return cell.date.slice(0, 10);
          return typeof cell === 'string' ? cell.replaceAll('\n', '\r\n') : cell;
        }),
      ),
    }));
    expect(kinds(await compareFile(people.tomas, sheets))).toEqual(['unchanged']);
  });

  test('one edited cell of an export is one changed field', async () => {
    await addNasty();
    const sheets = await exported(people.tomas);
    const [head, ...rows] = sheets[0]!.rows;
    const row = rows.find((cells) => cells[0] === 'Rounds')!;
    row[head!.indexOf('Funding round')] = 'Series B';
    const changed = (await compareFile(people.tomas, sheets)).filter(
      ({ kind }) => kind !== 'unchanged',
    );
    expect(changed.map(({ kind, outcome }) => [kind, outcome])).toEqual([
      [
        'changed',
        {
          name: 'Rounds',
          values: { fundingRound: 'B' },
          fields: [{ field: 'fundingRound', from: 'pre seed', to: 'B' }],
        },
      ],
    ]);
  });

  test('an unchanged export of many deals changes nothing', { timeout: 60_000 }, async () => {
    const now = new Date();
    await transaction(async (tx) => {
      for (let i = 0; i < ROUNDS.roundTripDeals; i += 500) {
        const rows = Array.from({ length: 500 }, (_, j) => {
          const texts = { companyName: `Company ${i + j}`, comments: `About ${i + j}` };
          const deal = { ...FULL_DEAL, ...texts };
          const of = { userId: people.ana.id, createdAt: now, updatedAt: now };
          return { ...deal, ...deriveColumns(deal, specifiedLists), ...of };
        });
        await tx.insert(deals).values(rows);
      }
    });
    const sheets = await exported(people.tomas);
    const id = await addImport(people.tomas, sheets);
    const rows = await compareAll(people.tomas, id);
    expect([rows.length, kinds(rows)]).toEqual([ROUNDS.roundTripDeals, ['unchanged']]);
  });
});
