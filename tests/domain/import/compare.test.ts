import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { deals, type ImportedChange, type RowKind } from '#db/schema';
import { transaction } from '#db/transaction';
import { getDeal } from '~/domain/deal/get.server';
import { updateDeal } from '~/domain/deal/update.server';
import { getLatestHistoryMoment } from '~/domain/export/deals.server';
import { formatReference, parseReference } from '~/domain/export/reference';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { restoreDeletedDeals } from '~/domain/operations/trash/restore.server';
import { type Cast, createCast } from '../../support/cast';
import { addDeal, deleteDeals } from '../../support/deals';
import {
  addImport,
  compareAll,
  compareNamed,
  exportDeal,
  exportReference,
  type NamedRow,
} from '../../support/import-files';

let people: Cast;
beforeAll(async () => {
  people = await createCast();
});
beforeEach(deleteDeals);

describe('references', () => {
  test('a reference names a deal and a moment', () => {
    const createdAt = new Date('2026-11-22T08:00:00.123Z');
    const moment = { change: 4_711, time: 1_234_567 };
    const reference = formatReference({ id: 123, createdAt }, moment);
    expect(reference).toMatch(/^D123(-[0-9a-z]+){3}$/);
    expect(parseReference(` ${reference} `)).toEqual({ id: 123, createdAt: +createdAt, moment });
  });

  test.each(['', 'abc', 'D1', 'D0-a-b-c', '123', 'D1-a-b-c-d', 'D1-a-b-', '=D1-a-b-c'])(
    '%j is not a reference',
    (text) => {
      expect(parseReference(text)).toBeUndefined();
    },
  );
});

describe('three-way comparison of exported rows (rules 16.29, 16.30, 16.32, 16.33, 16.77 and 23.7)', () => {
  type Case = [
    title: string,
    exported: Record<string, unknown>,
    since: Record<string, unknown>[],
    row: NamedRow,
    kind: RowKind,
    fields: ImportedChange[],
  ];
  test.each<Case>([
    [
      'untouched cells change nothing, though a colleague has changed them since',
      { comments: 'before', evaluationScore: 7 },
      [{ comments: 'by a colleague', evaluationScore: 3 }, { comments: 'and again' }],
      { Comments: 'before', Score: 7 },
      'unchanged',
      [],
    ],
    [
      'a cell that is spelled in another way than exported is untouched',
      { fundingRound: 'A', targetClosingDate: '2026-04-03' },
      [{ fundingRound: 'B' }],
      { 'Funding round': 'series-a', 'Target closing date': 'April 3, 2026' },
      'unchanged',
      [],
    ],
    [
      'an edited cell is written, with what is stored now beside it',
      { comments: 'before', ceoName: 'Mei' },
      [{ ceoName: 'Cho' }],
      { Comments: 'edited', CEO: 'Mei' },
      'changed',
      [{ field: 'comments', from: 'before', to: 'edited' }],
    ],
    [
      'an emptied cell clears the field (rule 16.30)',
      { comments: 'x', industries: ['AI'], evaluationScore: 0 },
      [],
      { Comments: null, Industries: ' ', Score: '' },
      'changed',
      [
        { field: 'comments', from: 'x', to: null },
        { field: 'industries', from: ['AI'], to: null },
        { field: 'evaluationScore', from: 0, to: null },
      ],
    ],
    [
      'an industry with a comma in it stays whole when another is added',
      { industries: ['Food, drinks', 'AI'] },
      [],
      { Industries: 'Food, drinks, AI, dx' },
      'changed',
      [{ field: 'industries', from: ['Food, drinks', 'AI'], to: ['Food, drinks', 'AI', 'DX'] }],
    ],
    [
      'both edited to different values is a conflict; other fields are no part of it',
      { comments: 'before' },
      [{ comments: 'theirs' }],
      { Comments: 'mine', CEO: 'New' },
      'conflict',
      [
        { field: 'comments', from: 'theirs', to: 'mine', base: 'before', isConflict: true },
        { field: 'ceoName', from: null, to: 'New' },
      ],
    ],
    [
      'a day moved to the column of the next meeting is kept',
      { nextMeetingOn: '2027-12-01' },
      [],
      { 'Next meeting': '2028-01-20', 'Next Meeting On': null },
      'changed',
      [{ field: 'nextMeetingOn', from: '2027-12-01', to: '2028-01-20' }],
    ],
    [
      'a day conflicts with the choice of a colleague',
      { nextMeetingDate: '30 days' },
      [{ nextMeetingDate: 'ASAP' }],
      { 'Next meeting': '2027-12-01' },
      'conflict',
      [
        {
          field: 'nextMeetingOn',
          from: null,
          to: '2027-12-01',
          base: null,
          isConflict: true,
          linked: { nextMeetingDate: 'ASAP' },
        },
      ],
    ],
    [
      'a choice conflicts with the day of a colleague',
      { nextMeetingDate: '30 days' },
      [{ nextMeetingDate: '30 days', nextMeetingOn: '2026-12-20' }],
      { 'Next meeting': '90 days', 'Next Meeting On': null },
      'conflict',
      [
        {
          field: 'nextMeetingDate',
          from: '30 days',
          to: '90 days',
          base: '30 days',
          isConflict: true,
          linked: { nextMeetingOn: '2026-12-20' },
        },
      ],
    ],
    [
      'both edited to the same value is unchanged',
      { fundingRound: 'Seed' },
      [{ fundingRound: 'A' }],
      { 'Funding round': 'series a' },
      'unchanged',
      [],
    ],
  ])('exported row: %s', async (_, ...example) => {
    const [exported, since, row, kind, fields] = example;
    const { id, only } = await exportDeal(people.ana, exported);
    for (const changes of since) await updateDeal(people.tomas, id, changes);
    const compared = await only(row);
    expect(compared).toMatchObject({ kind, dealId: id, outcome: { name: 'Acme', fields } });
    expect(compared.outcome.fields).toHaveLength(fields.length);
  });

  test('a cell that lost characters to an encoding is untouched', async () => {
    const { only } = await exportDeal(people.ana, {
      ceoName: '闕映岑',
      comments: '毛利率（三年）NT$92M，員工 27 人',
      cooName: 'Mei',
    });
    const lost = { CEO: '???', Comments: '???(??)NT$92M,?? 27 ?' };
    expect(await only(lost)).toMatchObject({ kind: 'unchanged' });
    expect((await only({ ...lost, 'CFO/COO': 'M?i' })).outcome.fields).toEqual([
      { field: 'cooName', from: 'Mei', to: 'M?i' },
    ]);
    expect((await only({ ...lost, CEO: '????' })).outcome.fields).toEqual([
      { field: 'ceoName', from: '闕映岑', to: '????' },
    ]);
  });

  test('a stage is matched by name, and an unknown one is skipped', async () => {
    const { only } = await exportDeal(people.ana, { stage: 'Met' });
    expect((await only({ Stage: ' ' })).kind).toBe('unchanged');
    expect((await only({ Stage: 'Passed' })).outcome.fields).toEqual([
      { field: 'stage', from: 'Met', to: 'Passed' },
    ]);
    const unknown = await only({ Stage: 'Nowhere' });
    expect(unknown.kind).toBe('unchanged');
    expect(unknown.outcome.skippedCells).toMatchObject([{ value: 'Nowhere' }]);
  });

  test.each(['', '\u200b'])('the emptied company name %j is an error', async (value) => {
    const { only } = await exportDeal(people.ana);
    expect(await only({ 'Company name': value })).toMatchObject({
      kind: 'error',
      outcome: {
        name: 'Acme',
        problems: [{ cell: 'A2', value, reason: 'is empty: a deal needs a company name' }],
      },
    });
  });

  test('characters without width are no part of a reference', async () => {
    const { Reference, id } = await exportDeal(people.ana, { ceoName: 'Mei' });
    const row = { 'Company name': 'Acme', CEO: '\u200b', Reference: `\ufeff${Reference}\u200b` };
    expect((await compareNamed(people.ana, [row]))[0]).toMatchObject({
      dealId: id,
      outcome: { fields: [{ field: 'ceoName', from: 'Mei', to: null }] },
    });
  });

  test('missing and ignored columns change nothing', async () => {
    const { Reference, only } = await exportDeal(people.ana, { comments: 'x', ceoName: 'Mei' });
    expect((await only({})).kind).toBe('unchanged');
    const rows = [
      ['Company name', 'Comments', 'Reference'],
      ['Acme', null, Reference],
    ];
    const id = await addImport(people.ana, [{ name: 'Deals', rows }], null, {
      targets: ['companyName', null, 'reference'],
    });
    expect((await compareAll(people.ana, id))[0]!.kind).toBe('unchanged');
  });

  test('an invalid value is skipped unless it is untouched', async () => {
    const { id, only } = await exportDeal(people.ana);
    const long = 'x'.repeat(32_000);
    await transaction((tx) => tx.update(deals).set({ comments: long }).where(eq(deals.id, id)));
    expect((await only({ Comments: long })).kind).toBe('unchanged');
    expect((await only({ Comments: `${long}y`, Score: 'abc' })).outcome.skippedCells).toEqual([
      {
        cell: 'B2',
        value: 'x'.repeat(200),
        reason: 'has 32,001 characters, and at most 10,000 are allowed',
      },
      { cell: 'C2', value: 'abc', reason: 'is not a score from 0 to 10' },
    ]);
  });

  test('a reference survives deletion and restoring of its deal', async () => {
    const { id, only } = await exportDeal(people.ana, { comments: 'before' });
    await updateDeal(people.ana, id, { comments: 'later' });
    expect((await only({ Comments: 'before' })).kind).toBe('unchanged');
    const { entries } = await deleteDeal(people.ana, id);
    expect((await only({ Comments: 'before' })).kind).toBe('error');
    await restoreDeletedDeals(people.ana, entries);
    expect((await only({ Comments: 'before' })).kind).toBe('unchanged');
    expect((await only({ Comments: 'mine' })).kind).toBe('conflict');
  });

  test('without the history of the export, differences conflict', async () => {
    const { id, only } = await exportDeal(people.ana, { comments: 'before', ceoName: 'Mei' });
    const deal = await getDeal(people.ana, id);
    const { change } = await getLatestHistoryMoment(db);
    const newer = [
      { change: change + 1_000, time: 0 },
      { change, time: 1 },
    ].map((moment) => formatReference(deal, moment));
    for (const Reference of newer) {
      const row = { 'Company name': 'Acme', Comments: 'other', CEO: 'Mei', Reference };
      const [compared] = await compareNamed(people.ana, [row]);
      expect(compared).toMatchObject({ kind: 'conflict', dealId: id });
      expect(compared!.outcome.fields).toEqual([
        { field: 'comments', from: 'before', to: 'other', isConflict: true },
      ]);
    }
    expect((await only({ Comments: 'other' })).kind).toBe('changed');
  });

  test('a second row with the same reference is an error', async () => {
    const { Reference } = await exportDeal(people.ana);
    const row = { 'Company name': 'Acme', Reference };
    const [first, second] = await compareNamed(people.ana, [row, { ...row, Comments: 'x' }]);
    expect(first!.kind).toBe('unchanged');
    expect(second!.outcome.problems).toEqual([
      { cell: 'B3', value: Reference, reason: 'is about the same deal as row 2' },
    ]);
  });
});

describe('foreign references (rule 16.33)', () => {
  test('foreign, unknown and garbled references are the same error', async () => {
    const foreign = await addDeal(people.ben, { companyName: 'Secret', comments: 'hidden' });
    const gone = await addDeal(people.ana, { companyName: 'Gone' });
    const own = await addDeal(people.ana, { companyName: 'Own' });
    const references = [await exportReference(foreign), await exportReference(gone)];
    await deleteDeal(people.ana, gone);
    const deal = await getDeal(people.ana, own);
    const createdAt = new Date(deal.createdAt.getTime() + 1);
    references.push(formatReference({ id: own, createdAt }, await getLatestHistoryMoment(db)));
    references.push((await exportReference(own)).replace(/^D\d+/, 'D999999'), 'abc');
    const rows = references.map((Reference) => ({ Company: 'Mine', Notes: 'x', Reference }));
    const compared = await compareNamed(people.ana, rows);
    expect(compared.map(({ kind, dealId }) => [kind, dealId])).toEqual(
      references.map(() => ['error', null]),
    );
    for (const [i, { outcome }] of compared.entries())
      expect(outcome).toEqual({
        name: 'Mine',
        values: {},
        fields: [],
        problems: [
          { cell: `C${i + 2}`, value: references[i], reason: 'names no deal that you can change' },
        ],
      });
  });
});
