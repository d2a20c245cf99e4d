import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ImportCell } from '#db/schema';
import { transaction } from '#db/transaction';
import { findEvaluation } from '~/domain/evaluation/get.server';
import { saveEvaluation } from '~/domain/evaluation/update.server';
import { applyImport } from '~/domain/import/apply/apply.server';
import { resolveCheck } from '~/domain/import/preview/checks.server';
import { countPlannedRows } from '~/domain/import/preview/plan.server';
import { startComparison } from '~/domain/import/preview/start.server';
import { type Cast, createCast } from '../../support/cast';
import { addDeal, deleteDeals } from '../../support/deals';
import {
  addImport,
  compareSheet,
  exportReference,
  getStoredImport,
} from '../../support/import-files';

let people: Cast;
beforeAll(async () => {
  people = await createCast();
});
beforeEach(deleteDeals);

describe('evaluation sheets (rules 16.37, 16.90 and 16.99)', () => {
  const SCORES = ['Overall score', 'Market size', 'Market growth rate'];
  const HEADERS = ['Company name', ...SCORES, 'Market notes'];

  async function evaluated() {
    const id = await addDeal(people.ana, { companyName: 'Acme' });
    await saveEvaluation(people.ana, id, { marketSize: 7, marketNotes: 'before' });
    return { id, Reference: await exportReference(id) };
  }
  const compareCells = (rows: ImportCell[][], viewer = people.ana) =>
    compareSheet(viewer, [[...HEADERS, 'Reference'], ...rows]);

  test('scores and notes are compared three ways, computed ones not', async () => {
    const { id, Reference } = await evaluated();
    await saveEvaluation(people.tomas, id, { marketSize: 3, marketNotes: 'theirs' });
    const [row] = await compareCells([['Acme', 1, 7, '8/10', 'mine', Reference]]);
    expect(row).toMatchObject({ kind: 'conflict', dealId: id, outcome: { name: 'Acme' } });
    expect(row!.outcome.fields).toEqual([
      { field: 'marketGrowthRate', from: null, to: 8 },
      { field: 'marketNotes', from: 'theirs', to: 'mine', base: 'before', isConflict: true },
    ]);
  });

  test('an emptied score is cleared, and an invalid one is skipped', async () => {
    const { Reference } = await evaluated();
    const [row] = await compareCells([['Acme', null, null, 11, 'before', Reference]]);
    expect(row!.outcome.fields).toEqual([{ field: 'marketSize', from: 7, to: null }]);
    expect(row!.outcome.skippedCells).toEqual([
      { cell: 'D2', value: '11', reason: 'is not a score from 1 to 10' },
    ]);
  });

  test('an evaluation without reference needs a unique deal name', async () => {
    const { id } = await evaluated();
    await addDeal(people.ben, { companyName: 'Acme' });
    const rows = [
      ['ACME', null, 7, 6, null, null],
      ['Acme', null, 7, 6, null, null],
      ['Nobody', null, 7, 6, null, null],
    ];
    const compared = await compareCells(rows);
    expect(compared[0]).toMatchObject({ kind: 'changed', dealId: id });
    expect(compared[0]!.outcome.fields).toEqual([{ field: 'marketGrowthRate', from: null, to: 6 }]);
    expect(compared.slice(1).map(({ outcome }) => outcome.problems?.[0]?.reason)).toEqual([
      'is about the same deal as row 2',
      'is not the name of a deal that you can see',
    ]);
    const [other] = await compareCells([['Acme', null, 9, null, null, null]]);
    const conflict = { field: 'marketSize', from: 7, to: 9, isConflict: true };
    expect(other!.outcome.fields, 'a score that differs').toEqual([conflict]);
    const [several] = await compareCells(rows.slice(0, 1), people.tomas);
    expect(several!.outcome.problems?.[0]?.reason).toBe(
      'is the name of several deals. Use the column Reference to say which one',
    );
  });

  test('a word in place of a new score needs a check', async () => {
    const { id } = await evaluated();
    const [row] = await compareCells([['Acme', null, 'n/a', 'tbd', null, null]]);
    expect(row).toMatchObject({ kind: 'changed', dealId: id });
    expect(row!.outcome.checks).toEqual([{ field: 'marketGrowthRate', text: 'tbd', to: null }]);
    const rows = [HEADERS, ['Acme', null, 7, 'tbd', null]];
    const importId = await addImport(people.ana, [{ name: 'Evaluations', rows }]);
    const { sheets } = await getStoredImport(importId);
    const chosen = { sheets, dayFirst: null };
    await (
      await startComparison(people.ana, importId, chosen)
    ).compared;
    expect(await countPlannedRows(await getStoredImport(importId))).toMatchObject({
      update: 0,
      skip: 1,
    });
    const check = { field: 'marketGrowthRate', text: 'tbd' };
    await transaction((tx) => resolveCheck(tx, importId, { ...check, to: null }, 6.5));
    expect(await countPlannedRows(await getStoredImport(importId))).toMatchObject({
      update: 1,
      skip: 0,
    });
    await applyImport(people.ana, importId);
    expect(await findEvaluation(people.ana, id)).toMatchObject({
      marketSize: 7,
      marketGrowthRate: 6.5,
      marketNotes: 'before',
    });
  });
});
