import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { deals, importRows, imports } from '#db/schema';
import { transaction } from '#db/transaction';
import { updateDeal } from '~/domain/deal/update.server';
import * as mapping from '~/routes/import_.$id/route';
import * as errors from '~/routes/import_.$id_.errors';
import * as preview from '~/routes/import_.$id_.preview/route';
import { call, createCastForAll } from '../support/cast';
import { addDeal, getStoredDeal } from '../support/deals';
import {
  addPreviewWithCounts,
  COMPANIES_SHEET,
  createDealRow,
  createNewDealRow,
  deleteDealsAndImports,
  findImport,
  getWorkbook,
  listImportRows,
  type PreviewRow,
} from '../support/import-previews';
import { findTags, listSentFields, readText, renderScreen } from '../support/render-screen';

const people = createCastForAll();
beforeEach(deleteDealsAndImports);

const at = (id: number, as = people.ana) => ({ as, params: { id: String(id) } });

describe('the preview (rules 16.48, 16.49, 16.50, 16.51, 16.52, 16.53, 16.54 and 16.90)', () => {
  test('the preview counts per tab, problems first, writes nothing', async () => {
    const deal = await addDeal(people.ana);
    const id = await addPreviewWithCounts(people.ana, [
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
    const id = await addPreviewWithCounts(people.ana, [
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

  test('the preview writes days as other pages do', async () => {
    const deal = await addDeal(people.ana);
    const id = await addPreviewWithCounts(people.ana, [
      createNewDealRow('Birch', { targetClosingDate: '2027-04-03' }),
      createDealRow('changed', deal, { nextMeetingOn: ['2026-12-09', '2027-01-02'] }),
    ]);
    const path = `/import/${id}/preview`;
    const news = readText(await renderScreen(preview, `${path}?kind=new`, at(id)));
    expect(news).toContain('|Birch|Target closing date|Apr 3, 2027|');
    const changed = readText(await renderScreen(preview, `${path}?kind=changed`, at(id)));
    expect(changed).toContain('|Next Meeting On|Dec 9, 2026|→|Jan 2, 2027|');
  });

  test('a conflict names its author and needs a decision', async () => {
    const deal = await addDeal(people.ana, { ceoName: 'Exported' });
    await updateDeal(people.maren, deal, { ceoName: 'Bo' });
    const conflict = createDealRow('conflict', deal, {
      ceoName: ['Bo', 'Cy', { isConflict: true }],
    });
    const id = await addPreviewWithCounts(people.ana, [
      ...Array<PreviewRow>(26).fill(conflict),
      createNewDealRow('Birch'),
    ]);
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
    expect(await findImport(id)).toMatchObject({ counts: { created: 1, updated: 0, skipped: 26 } });
  });

  test('a row error shows cell, value, reason and a workbook', async () => {
    const problems = [
      { cell: 'D17', value: 'abc', reason: 'is not a score from 0 to 10' },
      { cell: 'A17', value: '', reason: 'is empty: a deal needs a company name' },
    ];
    const sheets = [{ ...COMPANIES_SHEET, headers: ['Startup', 'Raise', 'Closing', 'Rating'] }];
    const id = await addPreviewWithCounts(
      people.ana,
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
    const { Companies: rows } = await getWorkbook(errors, `/import/${id}/errors`, at(id));
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
    const id = await addPreviewWithCounts(people.ana, [
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
    const id = await addPreviewWithCounts(people.ana, rows, { counts: { new: 2, check: 2 } });
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
    expect((await listImportRows(id))[0]!.outcome!.values.nextMeetingDate).toBe('soon');
    await choose('90 days', { do: 'import' });
    const imported = await db.select().from(deals);
    expect(imported).toMatchObject(Array(2).fill({ nextMeetingDate: '90 days' }));
  });

  test('one choice applies to all rows of a kind or all conflicts', async () => {
    const deal = await addDeal(people.ana);
    const conflict = createDealRow('conflict', deal, {
      ceoName: ['Bo', 'Cy', { isConflict: true }],
    });
    const id = await addPreviewWithCounts(people.ana, [
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
    expect((await listImportRows(id)).map(({ choice }) => choice)).toEqual([
      'skip',
      'skip',
      null,
      null,
    ]);
    await call(preview, 'POST', path('conflict'), { ...at(id), form: { take: 'mine' } });
    const taken = (await listImportRows(id)).map(({ outcome }) => outcome!.fields[0]?.take);
    expect(taken).toEqual([undefined, undefined, 'mine', 'mine']);
  });

  test('a choice that a row does not allow is refused', async () => {
    const deal = await addDeal(people.ana);
    const id = await addPreviewWithCounts(people.ana, [
      createNewDealRow('Birch'),
      createDealRow('changed', deal, {}),
    ]);
    for (const [kind, form] of [
      ['new', { 'choice-1': 'update' }],
      ['changed', { 'choice-2': 'create' }],
      ['unchanged', { all: 'create' }],
    ] as const) {
      const path = `/import/${id}/preview?kind=${kind}`;
      const answer = await call(preview, 'POST', path, { ...at(id), form });
      expect(answer.status).toBe(400);
    }
    expect((await listImportRows(id)).map(({ choice }) => choice)).toEqual([null, null]);
  });

  test('the preview shows 50 rows at a time', async () => {
    const id = await addPreviewWithCounts(
      people.ana,
      Array<PreviewRow>(120).fill(createNewDealRow('Acme')),
    );
    const html = await renderScreen(preview, `/import/${id}/preview?kind=new&page=3`, at(id));
    expect(findTags(html, 'tr')).toHaveLength(21);
    expect(readText(html)).toContain('101–120 of 120 rows');
    expect(readText(html)).toContain('|Import: create 120|');
  });

  test('the button is disabled with a reason when nothing is chosen', async () => {
    const id = await addPreviewWithCounts(people.ana, [
      { ...createNewDealRow('Birch'), choice: 'skip' },
    ]);
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
    const id = await addPreviewWithCounts(people.ana, [
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
    expect((await listImportRows(id)).map(({ choice }) => choice)).toEqual([null, 'skip']);
    expect(await getStoredDeal(deal)).toMatchObject({ ceoName: 'Meanwhile' });
  });

  test('an import is discarded after a confirmation', async () => {
    const id = await addPreviewWithCounts(people.ana, [createNewDealRow('Birch')]);
    const path = `/import/${id}?discard`;
    expect(readText(await renderScreen(mapping, path, at(id)))).toContain('|Discard deals.xlsx?|');
    const answer = await call(mapping, 'POST', path, { ...at(id), form: { do: 'discard' } });
    expect(answer.headers.get('Location')).toBe('/import');
    expect([await db.$count(imports), await db.$count(importRows)]).toEqual([0, 0]);
  });
});
