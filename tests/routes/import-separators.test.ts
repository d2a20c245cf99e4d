import { describe, expect, test } from 'vitest';
import { addCustomField } from '~/domain/custom-field/create.server';
import { createCastForEach } from '../support/cast';
import { importLines as importLinesAs } from '../support/import-lines';

const people = createCastForEach();

const importLines = (lines: string[]) => importLinesAs(people.ana, lines);

describe('separators of decimals and of thousands (rule 16.109)', () => {
  test.each([
    ['2.500,5', 1_200_000],
    ['7,5', 1_200_000],
    ['1.200.000', 1_200_000],
    ['2,500.5', 1_200],
    ['0.5', 1_200],
  ])('beside %s the column decides about 1.200', async (other, amount) => {
    const { deals, skipped } = await importLines([
      'Company;Amount (TEUR)',
      'Acme;1.200',
      `Birch;${other}`,
    ]);
    expect(skipped).toEqual([]);
    expect(deals[0]!.targetFundingAmount).toBe(amount);
  });

  test.each(['offen (ab 15.10)', '3.500 (Stand 31.12)', '$1.5m', '850 (12.5%)', 'Call 14.30 Uhr'])(
    'beside %s nothing decides about 1.200',
    async (other) => {
      const { deals, skipped } = await importLines([
        'Company;Amount (TEUR)',
        'Acme;1.200',
        `Birch;${other}`,
      ]);
      expect(skipped[0]).toContain('1.200 may be 1.2 or 1,200');
      expect(deals[0]!.targetFundingAmount).toBeNull();
    },
  );

  test.each([
    ['€ 2,5m', '€ 1.200k', 1_200_000],
    ['€2.5m', '€1.200k', 1_200],
    ['$0.5', '$1.250', 1.25],
    ['$1,250.50', '$1,375M', 1_375_000_000],
    ['2,5', '€1.200k', 1_200],
  ])('beside %s the amount %s is %d', async (other, text, amount) => {
    const { deals } = await importLines(['Company;Amount', `Acme;${text}`, `Birch;${other}`]);
    expect(deals[0]!.targetFundingAmount).toBe(amount);
  });

  test.each(['TEUR', 'Mio. €', 'USD m', 'EUR k'])(
    'no amount is guessed from 1.200 alone in %s',
    async (unit) => {
      const { deals, skipped } = await importLines([`Company;Amount (${unit})`, 'Acme;1.200']);
      expect(skipped).toEqual([expect.stringContaining('1.200 may be 1.2 or 1,200')]);
      expect(deals[0]).toMatchObject({ targetFundingSize: null, targetFundingAmount: null });
    },
  );

  test('a negative amount is not asked for its separator', async () => {
    const { skipped } = await importLines(['Company;Amount (TEUR)', 'Acme;(1.200)']);
    expect(skipped).toEqual([
      'cannot be read as an amount in EUR thousand, the unit of its column',
    ]);
  });

  test('numbers that disagree decide nothing', async () => {
    const lines = ['Company;Amount (TEUR)', 'Acme;1.200', 'Birch;2,5', 'Cedar;2.5'];
    const { skipped } = await importLines(lines);
    expect(skipped).toHaveLength(1);
  });

  test.each([
    ['1,5', 1.5],
    ['1.234,5', 1234.5],
    ['1 200', 1200],
    ["1'200,25", 1200.25],
    ['1,200', 1200],
    ['-0,5', -0.5],
    ['−1.200,5', -1200.5],
    ['1e3', 1000],
  ])('the number %s is read as %s', async (text, heads) => {
    await addHeads();
    const { deals } = await importLines(['Company;Heads', `Acme;${text}`]);
    expect(deals[0]!.fields).toEqual({ heads });
  });

  test('the number 1.200 is read as its column decides', async () => {
    await addHeads();
    const { deals, skipped } = await importLines(['Company;Heads', 'Acme;1.200', 'Birch;0,5']);
    expect(skipped).toEqual([]);
    expect(deals[0]!.fields).toEqual({ heads: 1200 });
  });

  test('the number 1.200 alone is skipped and named', async () => {
    await addHeads();
    const { deals, skipped } = await importLines(['Company;Heads', 'Acme;1.200']);
    expect(skipped).toEqual(['is not clear as a number: 1.200 may be 1.2 or 1,200']);
    expect(deals[0]!.fields).toEqual({});
  });

  test('an amount of a custom field is 1200 for EUR 1.200', async () => {
    await addCustomField(people.maren, { name: 'Ticket', kind: 'money', ...BARE });
    const { deals } = await importLines(['Company;Ticket', 'Acme;EUR 1.200']);
    expect(deals[0]!.fields).toEqual({ ticket: { amount: 1200, currency: 'EUR' } });
  });
});

const BARE = { required: false, options: [] };

async function addHeads() {
  await addCustomField(people.maren, { name: 'Heads', kind: 'number', ...BARE });
}
