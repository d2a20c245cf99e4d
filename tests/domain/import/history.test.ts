import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { updateDeal } from '~/domain/deal/update.server';
import { applyImport } from '~/domain/import/apply/apply.server';
import { undoImport } from '~/domain/import/apply/undo.server';
import { buildHistorySheets } from '~/domain/timeline/export.server';
import { loadHistoryView } from '~/routes/admin_.history/view.server';
import { loadDealHistoryView } from '~/routes/pipeline.$id.history/view.server';
import { type Cast, createCast } from '../../support/cast';
import { addDeal } from '../../support/deals';
import { addPreview, createDealRow } from '../../support/import-previews';

let people: Cast;
beforeAll(async () => {
  people = await createCast();
});

const LOCALE = { timeZone: 'UTC', language: 'en' };

describe('imports in the history (rule 16.66)', () => {
  test('history and its export name an import and its undo', async () => {
    const deal = await addDeal(people.ana);
    const id = await addPreview(people.tomas, [
      createDealRow('changed', deal, { ceoName: [null, 'New'] }),
    ]);
    await applyImport(people.tomas, id);
    await undoImport(people.tomas, id);
    await updateDeal(people.ana, deal, { cooName: 'By hand' });
    const undo = 'undo of the import of deals.xlsx';
    const texts = [undefined, undo, 'by import of deals.xlsx', undefined];
    const params = new URLSearchParams();
    const shown = async (viewer: Cast['ana']) =>
      (await loadDealHistoryView(viewer, deal, params, LOCALE)).changes.map((one) => one.import);
    expect((await shown(people.tomas)).map((one) => one?.text)).toEqual(texts);
    expect((await shown(people.tomas))[1]).toEqual({ text: undo, id });
    // The owner sees the file that changed the deal, but may not open another's import.
    expect((await shown(people.ana))[1]).toEqual({ text: undo, id: undefined });
    const { changes } = await loadHistoryView(people.maren, params, LOCALE);
    expect(changes.slice(0, 4).map((one) => one.import?.text)).toEqual(texts);
    const [sheet] = await buildHistorySheets(people.maren, { what: 'Acme' }, LOCALE.timeZone, db);
    const column = sheet!.columns.findIndex(({ header }) => header === 'Import');
    const cells: unknown[] = [];
    for await (const row of sheet!.rows) cells.push(row[column]);
    expect(cells.slice(0, 3)).toEqual([null, undo, 'by import of deals.xlsx']);
  });
});
