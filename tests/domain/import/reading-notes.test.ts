import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addCustomField } from '~/domain/custom-field/create.server';
import { toCustomFieldName } from '~/domain/custom-field/names';
import { type Cast, createCast } from '../../support/cast';
import { deleteDeals } from '../../support/deals';
import {
  addImport,
  compareAll,
  compareNamed,
  exportDeal,
  type NamedRow,
} from '../../support/import-files';

const DATE_KEPT = 'B2: the workbook has a date here, which is kept as text';

let people: Cast;
beforeAll(async () => {
  people = await createCast();
});
beforeEach(deleteDeals);

async function listNotes(row: NamedRow) {
  const [compared] = await compareNamed(people.maren, [{ Company: 'Acme', ...row }]);
  return compared!.outcome.notes;
}

describe('cells imported with less than they say (rule 16.28)', () => {
  test.each([7.85, '7,85', '7.85/10'])('the score %s is told to be rounded', async (Score) => {
    expect(await listNotes({ Score })).toEqual([`B2: the score ${Score} is rounded to 7.9`]);
  });

  test.each([7.9, '7,90', 7.300000000000001])('the score %s is not rounded', async (Score) => {
    expect(await listNotes({ Score })).toBeUndefined();
  });

  test.each([{ date: '2026-12-01T14:30' }, '2026-12-01 14:30'])(
    'the time of a next meeting is told to be left out',
    async (cell) => {
      expect(await listNotes({ 'Next meeting': cell })).toEqual([
        'B2: the time 14:30 is left out, as a next meeting has only a day',
      ]);
    },
  );

  test.each([{ date: '2026-12-01T14:30' }, '1.12.2026 14:30'])(
    'the time of a closing date is told to be left out',
    async (cell) => {
      expect(await listNotes({ 'Closing date': cell })).toEqual([
        'B2: the time 14:30 is left out, as this field has only a day',
      ]);
    },
  );

  test.each([
    ['2026-12-01 2:30 PM', '2:30 PM'],
    ['December 1, 2026 at 2:30 PM', '2:30 PM'],
    ['1 décembre 2026 à 14h30', '14h30'],
  ])('the time of %s is told as it is written', async (cell, time) => {
    expect(await listNotes({ 'Closing date': cell })).toEqual([
      `B2: the time ${time} is left out, as this field has only a day`,
    ]);
  });

  test.each(['Next meeting', 'Closing date'])('a %s at midnight has no time', async (header) => {
    expect(await listNotes({ [header]: '2026-12-01 00:00:00' })).toBeUndefined();
  });

  test('a time in a field of texts is no time left out', async () => {
    expect(await listNotes({ Comments: '2026-12-01 14:30' })).toBeUndefined();
    expect(await listNotes({ Comments: { date: '2026-12-01T14:30' } })).toEqual([DATE_KEPT]);
  });

  test.each(['5 and warrants', '2 tranches of 5m', 'All of 5'])(
    'the amount %s is told to lack the unit of its column',
    async (amount) => {
      expect(await listNotes({ 'Amount (USD m)': amount })).toEqual([
        'B2: the unit USD million of the column is not added to the text',
      ]);
    },
  );

  test.each([5, '5 (tbc)', '€3m', 'EUR 3m and warrants', '3 m eur plus fees', 'as needed'])(
    'the amount %s lacks no unit',
    async (amount) => {
      expect(await listNotes({ 'Amount (USD m)': amount })).toBeUndefined();
    },
  );

  test.each(['($5)', '(5)', '$ (5.2m)', '(1,250,000)'])(
    'the amount %s is told to be negative',
    async (amount) => {
      expect(await listNotes({ Amount: amount })).toEqual([
        'B2: an amount in brackets is negative, and kept as text',
      ]);
    },
  );

  const TEXT_HEADERS = 'Amount,Amount (USD m),Round,Industries,KPIs,CEO,Comments,Contact name';
  test.each(TEXT_HEADERS.split(','))(
    'a date in the column %s is told to be kept as text',
    async (header) => {
      expect(await listNotes({ [header]: { date: '2026-10-05' } })).toEqual([DATE_KEPT]);
    },
  );

  test('a date in a column of companies is told to be kept as text', async () => {
    const Company = { date: '2026-05-05' };
    expect(await listNotes({ Company })).toEqual([DATE_KEPT.replace('B2', 'A2')]);
  });

  test.each(['Closing date', 'Next meeting', 'Next Meeting On'])(
    'a date in the column %s is not told',
    async (header) => {
      expect(await listNotes({ [header]: { date: '2026-10-05' } })).toBeUndefined();
    },
  );

  test('a date is told for a custom field of text, not of days', async () => {
    const add = (name: string, kind: 'text' | 'day') =>
      addCustomField(people.maren, { name, kind, required: false, options: [] });
    const fields = [await add('Origin', 'text'), await add('Signed', 'day')];
    const targets = ['companyName', ...fields.map(({ key }) => toCustomFieldName(key))];
    const date = { date: '2026-10-05' };
    const file = {
      name: 'Deals',
      rows: [
        ['Company', 'Origin', 'Signed'],
        ['Acme', date, date],
      ],
    };
    const id = await addImport(people.maren, [file], null, { targets });
    const [row] = await compareAll(people.maren, id);
    expect(row!.outcome.notes).toEqual([DATE_KEPT]);
  });

  test('only an edited score of an export is told to be rounded', async () => {
    const deal = await exportDeal(people.maren, { evaluationScore: 7 });
    expect((await deal.only({ Score: 7 })).outcome.notes).toBeUndefined();
    expect((await deal.only({ Score: 7.25 })).outcome.notes).toEqual([
      'B2: the score 7.25 is rounded to 7.3',
    ]);
  });
});
