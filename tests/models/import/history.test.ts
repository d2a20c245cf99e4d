import { beforeAll, expect, test } from 'vitest';
import { db } from '#db/client';
import { historySheets } from '~/models/timeline/export.server';
import { historyView } from '~/screens/timeline/all.server';
import { pipelineHistoryView } from '~/screens/timeline/deal.server';
import { applyImport } from '~/models/import/write/apply.server';
import { undoImport } from '~/models/import/write/undo.server';
import { updatePipeline } from '~/models/pipeline/write.server';
import { type Cast, cast } from '../../support/cast';
import { aboutDeal, addPreview } from '../../support/imports';
import { addPipeline } from '../../support/pipelines';

let people: Cast;
beforeAll(async () => {
  people = await cast();
});

const LOCALE = { timeZone: 'UTC', language: 'en' } as never;

test('an import and its undo are named in timeline, history and its export (rule 16.66)', async () => {
  const deal = await addPipeline(people.ana);
  const id = await addPreview(people.tomas, [
    aboutDeal('changed', deal, { ceoName: [null, 'New'] }),
  ]);
  await applyImport(people.tomas, id);
  await undoImport(people.tomas, id);
  await updatePipeline(people.ana, deal, { cooName: 'By hand' });
  const undo = 'undo of the import of deals.xlsx';
  const texts = [undefined, undo, 'by import of deals.xlsx', undefined];
  const params = new URLSearchParams();
  const shown = async (viewer: Cast['ana']) =>
    (await pipelineHistoryView(viewer, deal, params, LOCALE)).changes.map((one) => one.import);
  expect((await shown(people.tomas)).map((one) => one?.text)).toEqual(texts);
  expect((await shown(people.tomas))[1]).toEqual({ text: undo, id });
  // Its owner reads who changed the deal by which file, but may not open another's import.
  expect((await shown(people.ana))[1]).toEqual({ text: undo, id: undefined });
  const { changes } = await historyView(people.maren, params, LOCALE);
  expect(changes.slice(0, 4).map((one) => one.import?.text)).toEqual(texts);
  const [sheet] = await historySheets(people.maren, { what: 'Acme' }, LOCALE, db);
  const column = sheet!.columns.findIndex(({ header }) => header === 'Import');
  const cells: unknown[] = [];
  for await (const row of sheet!.rows) cells.push(row[column]);
  expect(cells.slice(0, 3)).toEqual([null, undo, 'by import of deals.xlsx']);
});
