import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { deals, imports } from '#db/schema';
import { transaction } from '#db/transaction';
import { updateDeal } from '~/domain/deal/update.server';
import { DEAL_FIELDS } from '~/domain/deal-field/fields';
import { applyImport } from '~/domain/import/apply/apply.server';
import { undoImport } from '~/domain/import/apply/undo.server';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import * as allPipelines from '~/routes/admin_.pipelines/route';
import * as dashboard from '~/routes/dashboard/route';
import * as upload from '~/routes/import/route';
import * as mapping from '~/routes/import_.$id/route';
import * as errors from '~/routes/import_.$id_.errors';
import * as preview from '~/routes/import_.$id_.preview/route';
import * as result from '~/routes/import_.$id_.result/route';
import * as template from '~/routes/import_.template';
import { call, type Cast, createCastForAll } from '../support/cast';
import { addDeal, getStoredDeal } from '../support/deals';
import {
  addImportInMapping,
  addPreview,
  addPreviewWithCounts,
  COMPANIES_SHEET,
  createDealRow,
  createNewDealRow,
  deleteDealsAndImports,
  getWorkbook,
} from '../support/import-previews';
import { findTags, readText, renderScreen } from '../support/render-screen';
import { readToast } from '../support/toast';

const people = createCastForAll();
beforeEach(deleteDealsAndImports);

const at = (id: number, as = people.ana) => ({ as, params: { id: String(id) } });

async function setImport(id: number, values: Partial<typeof imports.$inferInsert>): Promise<void> {
  await transaction(async (tx) => {
    await tx.update(imports).set(values).where(eq(imports.id, id));
  });
}

async function send(as: Cast['ana'], fields: Record<string, string | File>): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const request = new Request('http://localhost:3000/import', { method: 'POST', body });
  request.headers.set('Cookie', as.cookie);
  const action = () => upload.action({ request, params: {}, context: {} });
  return call({ action }, 'POST', '/import');
}

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
    const own = await addPreviewWithCounts(people.ana, [createNewDealRow('Acme')], {
      fileName: 'own.xlsx',
    });
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
    const id = await addImportInMapping(people.ana, [COMPANIES_SHEET]);
    await setImport(id, { state: 'dropped', problem, fileName: 'old.csv' });
    const list = readText(await renderScreen(upload, '/import', { as: people.ana }));
    expect(list).toMatch(/\|old\.csv\|[^|]+\|Discarded for a later import\|/);
    const own = readText(await renderScreen(mapping, `/import/${id}`, at(id)));
    expect(own).toContain(`old.csv was discarded|${problem}|`);
    const next = await addImportInMapping(people.ana, [COMPANIES_SHEET]);
    await setImport(next, { problem: "To make room for this import, 'old.csv' was discarded." });
    expect(readText(await renderScreen(mapping, `/import/${next}`, at(next)))).toContain(
      "|To make room for this import, 'old.csv' was discarded.|",
    );
  });

  test('the template has an example row and the allowed values', async () => {
    const sheets = await getWorkbook(template, '/import/template', { as: people.ana });
    const [head, ...examples] = sheets.Deals!;
    expect(Object.values(head!).map(({ value }) => value)).toEqual(
      DEAL_FIELDS.map(({ label }) => label),
    );
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
    const html = await renderScreen(mapping, `/import/${id}`, at(id));
    expect(readText(html)).toContain('|4,000 rows| |read|'.replace('| |', ' '));
    expect(html).toContain('<noscript><meta http-equiv="refresh" content="1"/></noscript>');
  });

  test('an unreadable file says why and leads back', async () => {
    const problem = 'The file is encrypted.';
    const id = await addPreview(people.ana, [], { state: 'failed', problem });
    const html = await renderScreen(mapping, `/import/${id}`, at(id));
    expect(readText(html)).toContain(`|${problem}|Nothing was imported.|Choose another file|`);
  });
});

describe('the result (rule 16.55)', () => {
  test('the result shows counts, a link and what an undo changes', async () => {
    const before = await addDeal(people.ana, { ceoName: 'Bo' });
    const id = await addPreviewWithCounts(people.ana, [
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

  test('the result counts created deals deleted before the undo', async () => {
    const id = await addPreviewWithCounts(people.ana, [createNewDealRow('Birch')]);
    await applyImport(people.ana, id);
    await deleteDeal(people.ana, (await db.select().from(deals))[0]!.id);
    const undone = await call(result, 'POST', `/import/${id}/result`, { ...at(id), form: {} });
    expect((await readToast(undone))?.text).toBe(
      '0 deals deleted, 0 reverted, 1 deal already deleted',
    );
    const html = await renderScreen(result, `/import/${id}/result`, at(id));
    expect(readText(html)).toContain('|Deleted before: 1 created deal. Restoring them,');
  });

  test('the result links no deal that was deleted since', async () => {
    const before = await addDeal(people.ana, { ceoName: 'Bo' });
    const id = await addPreviewWithCounts(people.ana, [
      createDealRow('changed', before, { ceoName: ['Bo', 'Cy'] }),
    ]);
    await applyImport(people.ana, id);
    await deleteDeal(people.ana, before);
    await undoImport(people.ana, id);
    const html = await renderScreen(result, `/import/${id}/result`, at(id));
    expect(readText(html)).toContain('|Acme|Deleted since by Ana Lindqvist.|');
    expect(html).not.toContain(`/pipeline/${before}`);
  });
});

describe('an import of another stage or user (rules 16.56 and 16.57)', () => {
  test('a URL of another stage leads to the current one', async () => {
    const id = await addPreviewWithCounts(people.ana, [createNewDealRow('Birch')]);
    const get = async (route: object, path: string) =>
      (await call(route, 'GET', path, at(id))).headers.get('Location');
    expect(await get(mapping, `/import/${id}`)).toBe(`/import/${id}/preview`);
    expect(await get(result, `/import/${id}/result`)).toBe(`/import/${id}/preview`);
    expect(await get(mapping, `/import/${id}?columns`)).toBeNull();
    await setImport(id, { state: 'columns' });
    expect(await get(preview, `/import/${id}/preview`)).toBe(`/import/${id}`);
    expect(await get(errors, `/import/${id}/errors`)).toBe(`/import/${id}`);
    await setImport(id, { state: 'done' });
    expect(await get(mapping, `/import/${id}?columns`)).toBe(`/import/${id}/result`);
    const late = await call(preview, 'POST', `/import/${id}/preview`, {
      ...at(id),
      form: { do: 'import' },
    });
    expect(late.headers.get('Location')).toBe(`/import/${id}/result`);
  });

  test('imports of others are 404', async () => {
    const id = await addPreviewWithCounts(people.ana, [createNewDealRow('Birch')]);
    for (const as of [people.ben, people.maren])
      for (const route of [mapping, preview, result, errors])
        expect((await call(route, 'GET', `/import/${id}`, at(id, as))).status).toBe(404);
    for (const route of [mapping, preview, result]) {
      const sent = { ...at(id, people.ben), form: { do: 'import' } };
      expect((await call(route, 'POST', `/import/${id}`, sent)).status).toBe(404);
    }
  });
});
