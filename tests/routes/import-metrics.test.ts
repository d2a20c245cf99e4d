import { describe, expect, test } from 'vitest';
import { addCustomField } from '~/domain/custom-field/create.server';
import { parseCell } from '~/domain/import/values/parse-cell';
import { createCastForEach } from '../support/cast';
import { importLines } from '../support/import-lines';

const people = createCastForEach();

async function importCell(header: string, text: string) {
  const { deals } = await importLines(people.ana, [`Company;${header}`, `Acme;${text}`]);
  return deals[0]!;
}

async function addArr(kind: 'money' | 'number') {
  await addCustomField(people.maren, { name: 'ARR', kind, required: false, options: [] });
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
    const getMetric = () => ({ name: 'Heads', isKnown: false });
    const options = { dayFirst: null, getMetric };
    expect(parseCell('keyBusinessNumbers', text, options)).toEqual({ value });
  });

  test('a field of amounts takes a column with its name and unit', async () => {
    await addArr('money');
    const { fields, keyBusinessNumbers } = await importCell('ARR (EUR k)', '1200');
    expect([fields, keyBusinessNumbers]).toEqual([
      { arr: { amount: 1_200_000, currency: 'EUR' } },
      null,
    ]);
  });

  test('a field of numbers does not take a column with a unit', async () => {
    await addArr('number');
    const { fields, keyBusinessNumbers } = await importCell('ARR (EUR k)', '1200');
    expect([fields, keyBusinessNumbers]).toEqual([{}, 'ARR (EUR k): 1200']);
  });
});
