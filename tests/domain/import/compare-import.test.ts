import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { db } from '#db/client';
import { importColumns, importRows, imports, type ImportSheet } from '#db/schema';
import { transaction } from '#db/transaction';
import {
  applyRememberedTargets,
  rememberTargets,
} from '~/domain/import/mapping/remembered-targets.server';
import { type ChosenMapping, startComparison } from '~/domain/import/preview/start.server';
import { startImport } from '~/domain/import/upload/start.server';
import { catchResponse, readErrors } from '../../support/answers';
import { type Cast, createCast } from '../../support/cast';
import { addDeal, countDeals, deleteDeals } from '../../support/deals';
import { addImport, getStoredImport } from '../../support/import-files';

let people: Cast;
beforeAll(async () => {
  people = await createCast();
});
beforeEach(deleteDeals);

async function paste(as: Cast['ana'], cells: string) {
  const { id, read } = await startImport(as, { cells });
  await read;
  return getStoredImport(id);
}

async function compare(as: Cast['ana'], id: number, chosen?: Partial<ChosenMapping>) {
  const { sheets } = await getStoredImport(id);
  const { compared } = await startComparison(as, id, { sheets, dayFirst: null, ...chosen });
  await compared;
  return getStoredImport(id);
}

const deals = (targets: ImportSheet['targets']): ChosenMapping['sheets'] => [
  { holds: 'deals', targets },
];

describe('comparing an import (rules 16.23, 16.34 and 16.38)', () => {
  test('comparing a file stores row kinds and counts but no deals', async () => {
    const acme = await addDeal(people.ana, { companyName: 'Acme', comments: 'x' });
    const { id } = await paste(people.ana, 'Company\tScore\nACME\t8\nBeta\t7\nGamma\tabc\n\t45');
    const { state, counts, progress, rows, dayFirst } = await compare(people.ana, id);
    expect({ state, counts, progress, dayFirst }).toEqual({
      state: 'preview',
      counts: { duplicate: 1, new: 2, leftOut: 1, withoutCells: 1 },
      progress: 4,
      dayFirst: null,
    });
    expect(rows.map(({ kind, dealId }) => [kind, dealId])).toEqual([
      ['duplicate', acme],
      ['new', null],
      ['new', null],
      ['leftOut', null],
    ]);
    expect(rows[1]!.outcome).toEqual({
      name: 'Beta',
      values: { companyName: 'Beta', evaluationScore: 7 },
      fields: [],
    });
    expect(await countDeals()).toBe(1);
  });

  test('comparing again uses current deals and drops choices', async () => {
    const { id } = await paste(people.ana, 'Company\tDate\nAcme\t3/4/2026\n');
    const targets = ['companyName', 'targetClosingDate'];
    const first = await compare(people.ana, id, { sheets: deals(targets), dayFirst: true });
    expect(first.rows[0]!.outcome!.values.targetClosingDate).toBe('2026-04-03');
    await transaction((tx) => tx.update(importRows).set({ choice: 'skip' }));
    await addDeal(people.ana, { companyName: 'Acme' });
    const second = await compare(people.ana, id, { sheets: deals(targets), dayFirst: false });
    expect([second.state, second.counts, second.dayFirst]).toEqual([
      'preview',
      { duplicate: 1 },
      false,
    ]);
    expect(second.rows[0]).toMatchObject({ kind: 'duplicate', choice: null });
    expect(second.rows[0]!.outcome!.values.targetClosingDate).toBe('2026-03-04');
  });

  test('a repeated company names the sheet and row of the first', async () => {
    const rows = [
      ['Company', 'Notes'],
      ['Acme', 'x'],
    ];
    const files = ['One', 'Two'].map((name) => ({ name, rows }));
    const id = await addImport(people.ana, files);
    const both = await compare(people.ana, id);
    expect(both.counts).toEqual({ new: 1, duplicate: 1 });
    expect(both.rows[1]!.outcome!.notes).toEqual(['The same company is in row 2 of the sheet One']);
    const { sheets } = await getStoredImport(id);
    const chosen: ChosenMapping['sheets'] = [
      sheets[0]!,
      { holds: 'ignored', targets: [null, null] },
    ];
    const compared = await compare(people.ana, id, { sheets: chosen });
    expect(compared.counts).toEqual({ new: 1 });
    expect(compared.rows.map(({ kind, outcome }) => [kind, outcome?.name])).toEqual([
      ['new', 'Acme'],
      [null, undefined],
    ]);
  });

  test.each<[string, ChosenMapping['sheets'], Record<string, string[]> | undefined]>([
    [
      'without a company',
      deals([null, 'comments']),
      { 'sheets.0': ['Please choose the column with the company name'] },
    ],
    [
      'of which two are one field',
      deals(['companyName', 'companyName']),
      { 'sheets.0': ["'Company' is already used for Company name. Choose another, or Ignore."] },
    ],
    [
      'of no sheet',
      [{ holds: 'ignored', targets: [null, null] }],
      { sheets: ['Please choose a sheet to import'] },
    ],
    ['of no file', [], undefined],
    ['of another file', deals(['companyName']), undefined],
    ['of another sheet', deals(['companyName', 'marketSize']), undefined],
  ])('columns %s are refused, and the import waits', async (_, sheets, errors) => {
    const { id } = await paste(people.ana, 'Company\tNotes\nAcme\tx\n');
    const answer = await catchResponse(startComparison(people.ana, id, { sheets, dayFirst: null }));
    expect(answer.status).toBe(400);
    if (errors) expect(await readErrors(answer)).toEqual(errors);
    expect((await getStoredImport(id)).state).toBe('columns');
  });
});

test('only the importer compares, and only at the columns', async () => {
  const { id, sheets } = await paste(people.ana, 'Company\nAcme\n');
  const chosen = { sheets, dayFirst: null };
  expect((await catchResponse(startComparison(people.maren, id, chosen))).status).toBe(404);
  await transaction((tx) => tx.update(imports).set({ state: 'done' }).where(eq(imports.id, id)));
  expect((await catchResponse(startComparison(people.ana, id, chosen))).status).toBe(409);
});

test('comparing an import that gets deleted ends quietly', async () => {
  const { id, sheets } = await paste(people.ana, 'Company\nAcme\n');
  const { compared } = await startComparison(people.ana, id, { sheets, dayFirst: null });
  await transaction((tx) => tx.delete(imports).where(eq(imports.id, id)));
  await compared;
  expect(await db.$count(imports, eq(imports.id, id))).toBe(0);
});

describe('remembered columns (rules 16.24 and 16.91)', () => {
  const cells = 'Firm\tRemarks here\nAcme\tx\n';
  const choose = (as: Cast['ana'], id: number, targets: ImportSheet['targets']) =>
    compare(as, id, { sheets: deals(targets), isByPerson: true });

  test('columns are remembered for later files of the same user', async () => {
    const first = await paste(people.ana, cells);
    expect(first.sheets[0]!.targets).toEqual([null, null]);
    await choose(people.ana, first.id, ['companyName', 'comments']);
    const next = async (as: Cast['ana'], text: string) =>
      (await paste(as, text)).sheets[0]!.targets;
    expect(await next(people.ana, cells)).toEqual(['companyName', 'comments']);
    expect(await next(people.ana, 'FIRM:\tremarks  here\nBeta\ty\n')).toEqual([
      'companyName',
      'comments',
    ]);
    expect(await next(people.ben, cells)).toEqual([null, null]);
  });

  test('columns are remembered one by one, in any order', async () => {
    const first = await paste(people.daichi, 'Firm\tRemarks here\tCEO\tSize\nAcme\tx\tKim\t5\n');
    const chosen = ['companyName', 'comments', null, 'targetFundingSize'];
    await choose(people.daichi, first.id, chosen);
    const text = 'Error\tCEO\tremarks here\tFirm\tStage\n?\tKim\tx\tAcme\tSeed\n';
    const [sheet] = (await paste(people.daichi, text)).sheets;
    const fields = [null, null, 'comments', 'companyName', 'fundingRound'];
    expect(sheet!.targets, 'what was ignored stays so, new ones are guessed').toEqual(fields);
  });

  test('the latest 2,000 column choices are remembered', async () => {
    const sheet = (n: number, target: string | null = null) => ({
      holds: 'deals' as const,
      headers: Array.from({ length: 200 }, (_, i) => `Firm ${200 * n + i}`),
      targets: [target, ...Array.from({ length: 199 }, () => null)],
    });
    const { chiara } = people;
    vi.useFakeTimers({ toFake: ['Date'] });
    for (const [n, target] of [
      [0, 'ceoName'],
      ...Array.from({ length: 11 }, (_, n) => [n, 'companyName']),
    ] as [number, string][]) {
      vi.setSystemTime(Date.now() + 1);
      await transaction((tx) =>
        rememberTargets(tx, chiara, sheet(n, target), sheet(n, 'other').headers),
      );
    }
    vi.useRealTimers();
    expect(await db.$count(importColumns, eq(importColumns.userId, chiara.id))).toBe(2_000);
    expect((await applyRememberedTargets(chiara, sheet(10)))[0]).toBe('companyName');
    expect((await applyRememberedTargets(chiara, sheet(0, 'cfoName')))[0], 'the guess').toBe(
      'cfoName',
    );
  });

  test('a remembered field that no longer exists is ignored', async () => {
    const sheet = { holds: 'deals' as const, headers: ['Old'], targets: [null] };
    await transaction((tx) =>
      rememberTargets(tx, people.ana, { ...sheet, targets: ['formerField'] }, [null]),
    );
    expect(await applyRememberedTargets(people.ana, sheet)).toEqual([null]);
  });

  test('a guess that nobody changed is not remembered', async () => {
    const { id } = await paste(people.ben, 'Company\tStage\nAcme\tSeed\n');
    await choose(people.ben, id, ['companyName', 'fundingRound']);
    expect(await db.$count(importColumns, eq(importColumns.userId, people.ben.id))).toBe(0);
  });

  test('an import without a person at the columns is not remembered', async () => {
    const { id } = await paste(people.ben, cells);
    await compare(people.ben, id, { sheets: deals(['companyName', 'comments']) });
    expect(await db.$count(importColumns, eq(importColumns.userId, people.ben.id))).toBe(0);
  });

  test('a label of an export outranks a remembered column', async () => {
    const first = await paste(people.ben, 'Company\tStage\tComments\nAcme\tearly\tx\n');
    await choose(people.ben, first.id, ['companyName', 'fundingRound', null]);
    const exported = 'Company name\tStage\tComments\tReference\nAcme\tInbox\tx\tr\n';
    expect((await paste(people.ben, exported)).sheets[0]!.targets).toEqual([
      'companyName',
      'stage',
      'comments',
      'reference',
    ]);
    const other = 'Company name\tStage\nBeta\tInbox\n';
    expect((await paste(people.ben, other)).sheets[0]!.targets[1]).toBe('stage');
  });
});
