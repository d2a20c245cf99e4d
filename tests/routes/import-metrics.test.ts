import { describe, expect, test } from 'vitest';
import { addCustomField } from '~/domain/custom-field/create.server';
import { parseCell } from '~/domain/import/values/parse-cell';
import * as dealsApi from '~/routes/api.pipelines';
import * as importRoute from '~/routes/api.pipelines_.import';
import { call, createCastForEach } from '../support/cast';

const people = createCastForEach();

/** Imports one deal with this cell, and returns what is stored. */
async function importCell(header: string, text: string) {
  const file = new File([`Company;${header}\nAcme;${text}`], 'deals.csv');
  await call(importRoute, 'POST', '/api/pipelines/import', { as: people.ana, file });
  const list = await call(dealsApi, 'GET', '/api/pipelines', { as: people.ana });
  const [deal] = (await list.json()) as { fields: object; keyBusinessNumbers: string | null }[];
  return deal!;
}

describe('numbers among the key business metrics (rule 16.111)', () => {
  test.each([
    ['ARR (EUR k)', '1200', 'ARR (EUR k): 1200'],
    ['MRR', '$40k', 'MRR: $40k'],
    ['Umsatz', '1,2 Mio. €', 'Umsatz: 1,2 Mio. €'],
    ['Key business metrics', '1200', '1200'],
    ['Revenue', '1.2m, growing 30 %', '1.2m, growing 30 %'],
  ])('below %s the cell %s becomes "%s"', async (header, text, stored) => {
    expect((await importCell(header, text)).keyBusinessNumbers).toBe(stored);
  });

  test.each([
    ['12', 'Heads: 12'],
    ['$1200000', '$1200000'],
  ])('in a column chosen by hand %s becomes "%s"', (text, value) => {
    const options = { dayFirst: null, metric: { name: 'Heads', isKnown: false } };
    expect(parseCell('keyBusinessNumbers', text, options)).toEqual({ value });
  });

  test('a field of amounts takes a column with its name and unit', async () => {
    await addCustomField(people.maren, {
      name: 'ARR',
      kind: 'money',
      required: false,
      options: [],
    });
    const { fields, keyBusinessNumbers } = await importCell('ARR (EUR k)', '1200');
    expect([fields, keyBusinessNumbers]).toEqual([
      { arr: { amount: 1_200_000, currency: 'EUR' } },
      null,
    ]);
  });

  test('a field of numbers does not take a column with a unit', async () => {
    await addCustomField(people.maren, {
      name: 'ARR',
      kind: 'number',
      required: false,
      options: [],
    });
    const { fields, keyBusinessNumbers } = await importCell('ARR (EUR k)', '1200');
    expect([fields, keyBusinessNumbers]).toEqual([{}, 'ARR (EUR k): 1200']);
  });
});
