import { readFileSync } from 'node:fs';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CustomField, ImportCell } from '#db/schema';
import { findSheet } from '~/domain/import/mapping/find-sheet';
import { extractWebAddress } from '~/domain/import/values/addresses';
import { addUnit } from '~/domain/import/values/amounts';
import { parseCell } from '~/domain/import/values/parse-cell';
import { readSheets } from '~/jobs/spreadsheets/read';
import { type Cast, createCast } from '../../support/cast';
import { deleteDeals } from '../../support/deals';
import { compareNamed, compareSheet, exportDeal } from '../../support/import-files';

/** Files that carry meaning outside of cells, and rows and cells that are no deals or values. */

let people: Cast;
beforeAll(async () => {
  people = await createCast();
});
beforeEach(deleteDeals);

async function compareFixture(name: string) {
  const rows: ImportCell[][] = [];
  const bytes = readFileSync(`tests/fixtures/import/${name}`);
  for await (const sheet of readSheets({ name, bytes }))
    for await (const { row, cells } of sheet.rows) rows[row - 1] = cells;
  return compareSheet(
    people.maren,
    Array.from(rows, (cells) => cells ?? []),
  );
}

const sizes = (rows: Awaited<ReturnType<typeof compareSheet>>) =>
  rows.filter(({ kind }) => kind === 'new').map(({ outcome }) => outcome.values.targetFundingSize);

describe('currencies and units beside amounts (rule 16.97)', () => {
  test.each([
    [
      'currency-format.xlsx',
      ['$5,000,000', '€ 5,000,000', '5,000,000 €', 'CNY 5,000,000', '5.00M'],
    ],
    ['units.xlsx', ['USD 5m', 'USD 2.5m']],
    ['headunits.xlsx', ['EUR 7k', 'EUR 8k']],
    ['amount-currency.csv', ['USD 5000000']],
    ['hubspot.csv', ['USD 5000000', 'EUR 3000000']],
  ])('amounts in %s are read with currency and unit', async (name, expected) => {
    expect(sizes(await compareFixture(name)).slice(0, 5)).toEqual(expected);
  });

  test.each<[string, object]>([
    ['Amount (USD m)', { currency: 'USD', factor: 1e6 }],
    ['Ask in €k', { currency: 'EUR', factor: 1e3 }],
    ['Raise ($)', { currency: 'USD' }],
    ['Ask ($000s)', { currency: 'USD', factor: 1e3 }],
    ['Betrag (Mio. €)', { currency: 'EUR', factor: 1e6 }],
    ['融资金额（万元）', { currency: 'CNY', factor: 1e4 }],
    ['Amount EUR', { currency: 'EUR' }],
    ['Amount (kEUR)', { currency: 'EUR', factor: 1e3 }],
    ['Amount TEUR', { currency: 'EUR', factor: 1e3 }],
    ['Betrag (T€)', { currency: 'EUR', factor: 1e3 }],
    ['Amount in MUSD', { currency: 'USD', factor: 1e6 }],
    ['Montant (en millions d’euros)', { currency: 'EUR', factor: 1e6 }],
    ["Montant (milliers d'euros)", { currency: 'EUR', factor: 1e3 }],
    ['Importe (millones de euros)', { currency: 'EUR', factor: 1e6 }],
    ['Betrag (Tausend Euro)', { currency: 'EUR', factor: 1e3 }],
    ['Amount (USD in millions)', { currency: 'USD', factor: 1e6 }],
    ['Amount ($ in thousands)', { currency: 'USD', factor: 1e3 }],
    ['Amount (in EUR, m)', { currency: 'EUR', factor: 1e6 }],
    ['Importe (millones de €)', { currency: 'EUR', factor: 1e6 }],
    ['Importe (miles de €)', { currency: 'EUR', factor: 1e3 }],
    ['Montant (milliers d’€)', { currency: 'EUR', factor: 1e3 }],
    ['融资金额/万元', { currency: 'CNY', factor: 1e4 }],
    ['Amount USDm', { currency: 'USD', factor: 1e6 }],
    ['Betrag in 1.000 €', { currency: 'EUR', factor: 1e3 }],
    ['Betrag in Mio. Euro', { currency: 'EUR', factor: 1e6 }],
  ])('the header %s names a unit', (header, unit) => {
    expect(
      findSheet('Deals', [
        ['Company', header],
        ['Acme', 5],
      ])?.amounts,
    ).toEqual({ 1: unit });
  });

  test.each(['Amount', 'Ask', 'Notes (see below)', 'Stage in CRM'])(
    'the header %s names no unit',
    (header) => {
      expect(
        findSheet('Deals', [
          ['Company', header],
          ['Acme', 5],
        ])?.amounts,
      ).toBeUndefined();
    },
  );

  const IN_USD_M = { currency: 'USD', factor: 1e6 };
  test.each<[ImportCell, string]>([
    [5, 'USD 5m'],
    ['2.5', 'USD 2.5m'],
    ['5-7', 'USD 5-7m'],
    ['5k', 'USD 5k'],
    ['€3m', '€3m'],
    ['5 to 10', 'USD 5 to 10m'],
    ['~5', '~USD 5m'],
    ['up to 5', 'up to USD 5m'],
    ['>= 5k', '>= USD 5k'],
    ['5+', 'USD 5m+'],
    ['5 (tbc)', 'USD 5m (tbc)'],
    ['env. 5', 'env. USD 5m'],
    ['environ 2,5', 'environ USD 2,5m'],
    ['5 environ', 'USD 5m environ'],
    ['jusqu’à 5k', 'jusqu’à USD 5k'],
    ['etwa 5', 'etwa USD 5m'],
    ['about 5 max.', 'about USD 5m max.'],
    ['5 M€ environ', '5 M€ environ'],
    ['5 and warrants', '5 and warrants'],
    [{ number: 500_000, shown: '500,000', isScaled: true }, 'USD 500,000'],
    [{ number: 5_000_000, shown: '5.0M', isScaled: true }, 'USD 5.0M'],
    [{ number: 500_000, shown: '$500,000', isScaled: true }, '$500,000'],
    [{ number: 5, shown: '$5.0' }, 'USD 5m'],
    [{ number: 5, shown: '$5.0M' }, '$5.0M'],
    ['$5.0', '$5.0'],
  ])('%j in a column of USD million is read as %s', (cell, text) => {
    expect(addUnit(cell, IN_USD_M)).toEqual({ text });
  });

  test.each<[ImportCell, string]>([
    ['-5', 'cannot be read as an amount in USD million, the unit of its column'],
    ['(5)', 'cannot be read as an amount in USD million, the unit of its column'],
    ['1,375', 'is ambiguous: the column is in USD million, and 1,375 may be 1.375 or 1,375'],
    [5_000_000, 'is too large to be an amount in USD million, which its column has'],
    [{ number: 5, shown: '€5.0' }, 'is ambiguous: the column is in USD million'],
    [{ number: 500_000, shown: '$500,000' }, 'is ambiguous: the column is in USD million'],
  ])('%j in a column of USD million is refused', (cell, reason) => {
    expect(addUnit(cell, IN_USD_M)).toEqual({ reason });
  });

  test('a number shown with thousands takes the unit', () => {
    const unit = { currency: 'USD', factor: 1e3 };
    expect(addUnit({ number: 2000, shown: '2,000' }, unit)).toEqual({ text: 'USD 2000k' });
    expect(addUnit(1.375, unit)).toEqual({ text: 'USD 1.375k' });
  });

  test.each<[ImportCell, object, string]>([
    [{ number: 1_200_000, shown: '$1,200k', isScaled: true }, {}, '$1200k'],
    [{ number: 1_200_000, shown: '1,200k', isScaled: true }, { currency: 'EUR' }, 'EUR 1200k'],
    [{ number: 1250, shown: '1,250 M€' }, {}, '1250 M€'],
    [{ number: 1200, shown: '1,200 T€' }, { currency: 'EUR', factor: 1e6 }, '1200 T€'],
    [{ number: 5_000_000, shown: '$5,000,000' }, {}, '$5,000,000'],
  ])('the number %j in a column of %j is read as %s', (cell, unit, text) => {
    expect(addUnit(cell, unit)).toEqual({ text });
  });

  test('an unknown currency is reported with its cell', async () => {
    const [row] = await compareNamed(people.maren, [
      { Company: 'Acme', Amount: 5, Currency: 'XYZ' },
    ]);
    expect(row!.outcome.skippedCells).toEqual([
      { cell: 'C2', value: 'XYZ', reason: 'is not a currency that is known' },
    ]);
  });
});

describe('totals and notes of a report (rule 16.98)', () => {
  test.each([
    ['sf-footer.csv', ['new', 'leftOut', 'leftOut', 'leftOut']],
    ['powerbi.xlsx', ['new', 'new', 'leftOut']],
    ['rephead.csv', ['new', 'leftOut', 'new']],
    ['units.xlsx', ['leftOut', 'new', 'new']],
  ])('report rows in %s that are no deals are left out', async (name, kinds) => {
    expect((await compareFixture(name)).map(({ kind }) => kind)).toEqual(kinds);
  });

  test.each(
    [
      ['Total général', 'Subtotal Seed', 'Moyenne', 'Promedio', 'Sous-total'],
      ['Gesamtergebnis', 'Zwischensumme Health', 'Totale complessivo', 'Eindtotaal', 'Razem'],
    ].flat(),
  )('the totals in a row called %s are left out', async (Company) => {
    const rows = [
      { Company: 'Acme', Amount: 5 },
      { Company, Amount: 5 },
    ];
    const compared = await compareNamed(people.maren, rows);
    expect(compared.map(({ kind }) => kind)).toEqual(['new', 'leftOut']);
  });

  test('a subtotal named after the group above it is left out', async () => {
    const compared = await compareNamed(people.maren, [
      { Company: 'Acme', Round: 'Seed', Amount: 5 },
      { Company: 'Birch', Round: null, Amount: 5 },
      { Company: 'Seed Total', Round: null, Amount: 10 },
      { Company: 'Carbon Total', Round: null, Amount: 5 },
      { Company: null, Round: 'Seed Ergebnis', Amount: 10 },
    ]);
    expect(compared.map(({ kind }) => kind)).toEqual(['new', 'new', 'leftOut', 'new', 'leftOut']);
  });

  test('a row of totals without stored results is left out', async () => {
    const [, row] = await compareNamed(people.maren, [
      { Company: 'Acme', Amount: 5 },
      { Company: 'Total', Amount: { error: '=SUM(B2:B2)' } },
    ]);
    expect(row!.kind).toBe('leftOut');
  });

  test.each(
    [
      ['Met', 'Passed deals', 'passed (3):', 'Series A companies', 'Count: 3', '合计：3'],
      ['Insgesamt: 2 Deals', 'Total deals: 1,200', 'Anzahl Datensätze: 12', 'Total: 2 deals'],
      ['12 deals', '1.200 Einträge'],
      ['Filter: Stage = New', 'Filters: Owner is Ana', 'Gefiltert nach Phase'],
    ].flat(),
  )('the heading %s among deals is left out', async (Company) => {
    const rows = [
      { Company, Round: null },
      { Company: 'Acme', Round: 'A' },
    ];
    const compared = await compareNamed(people.maren, rows);
    expect(compared.map(({ kind }) => kind)).toEqual(['leftOut', 'new']);
  });

  test.each([
    'Metro',
    'Passed AI',
    'Fund: Acme II',
    'Seedcamp',
    'Round Hill',
    'Count',
    'Filterworks',
    'Total 360',
    '500 Startups',
  ])('the company %s without other values is imported', async (Company) => {
    const rows = [
      { Company, Round: null },
      { Company: 'Acme', Round: 'A' },
    ];
    const compared = await compareNamed(people.maren, rows);
    expect(compared.map(({ kind }) => kind)).toEqual(['new', 'new']);
  });

  test.each(['Total', 'Average', 'Ø', '合计', 'Summe'])(
    'the word %s alone below other rows is left out',
    async (Company) => {
      const rows = [
        { Company: 'Acme', Round: 'A' },
        { Company, Round: null },
      ];
      const compared = await compareNamed(people.maren, rows);
      expect(compared.map(({ kind }) => kind)).toEqual(['new', 'leftOut']);
    },
  );

  test('a list of names alone has no headings', async () => {
    const rows = [{ Company: 'Met' }, { Company: 'Seed' }, { Company: 'Count: 3' }];
    const compared = await compareNamed(people.maren, rows);
    expect(compared.map(({ kind }) => kind)).toEqual(['new', 'new', 'new']);
  });

  test('a second table that repeats the company header is left out', async () => {
    const rows = await compareSheet(people.maren, [
      ['Company', 'Round', 'CEO'],
      ['Acme', 'Seed', 'Eva'],
      [],
      ['Company', 'Reason', 'Date'],
      ['Bolt', 'Team', '2025-03-01'],
    ]);
    expect(rows.map(({ kind }) => kind)).toEqual(['new', 'leftOut', 'leftOut']);
  });

  test('a second table with other columns is left out', async () => {
    const rows = await compareSheet(people.maren, [
      ['Company', 'Round', 'Amount'],
      ['Acme', 'Seed', '1m EUR'],
      ['Company', 'Reason', 'Round'],
      ['Bolt', 'too early', 'A'],
      ['Company', 'Round', 'Amount'],
      ['Cask', 'A', '2m EUR'],
    ]);
    expect(rows.map(({ kind }) => kind)).toEqual(['new', 'leftOut', 'leftOut', 'leftOut', 'new']);
    expect(rows[2]!.outcome.notes).toEqual([
      'This row belongs to another table, whose columns differ',
    ]);
  });

  test('a second table in other words is left out below a blank row', async () => {
    const header = ['Company', 'Round', 'Amount'];
    const table = [
      ['Startup', 'Contact', 'Website'],
      ['Bolt', 'Kim', 'bolt.example'],
    ];
    const rows = await compareSheet(people.maren, [header, ['Acme', 'A', '5m'], [], ...table]);
    expect(rows.map(({ kind }) => kind)).toEqual(['new', 'leftOut', 'leftOut']);
  });

  test('a second table with the columns of the first is imported', async () => {
    const rows = await compareSheet(people.maren, [
      ['Company', 'Round', 'Amount'],
      ['Acme', 'Seed', '1m EUR'],
      [],
      ['Startup', 'Round', 'Amount', 'Reason'],
      ['Bolt', 'A', '2m EUR', 'too early'],
    ]);
    expect(rows.map(({ kind }) => kind)).toEqual(['new', 'leftOut', 'new']);
  });

  test.each([
    [['Segment', 'Startup', 'Product']],
    [['Acme', 'Startup', 'Product']],
    [['Deal', 'Series', null]],
    [['Pitch', 'Company', 'Summary']],
  ])('the deal %j of ordinary words is imported', async (deal) => {
    const header = ['Company', 'Round', 'Description'];
    const rows = await compareSheet(people.maren, [header, ['Acme', 'Seed', 'Cloud'], deal]);
    expect(rows.map(({ kind }) => kind)).not.toContain('leftOut');
  });

  test('a row that is left out has its reason', async () => {
    const rows = await compareFixture('sf-footer.csv');
    expect(rows.map(({ outcome }) => outcome.notes?.[0])).toEqual([
      undefined,
      'This row looks like a row of totals',
      'This row is a note of the report that the file was made from',
      'This row is a note of the report that the file was made from',
    ]);
  });

  test.each(['Notes: amounts in EUR m', 'Legend: A = hot', 'Last update 12 Nov 2026'])(
    'the remark %s is left out, and imported beside other cells',
    async (Company) => {
      const remark = { Company, Round: null };
      const [left] = await compareNamed(people.maren, [remark, { Company: 'Acme', Round: 'A' }]);
      expect(left!.kind).toBe('leftOut');
      const [row] = await compareNamed(people.maren, [{ Company, Round: 'Seed' }]);
      expect(row!.kind).toBe('new');
    },
  );

  test.each(['Total Energies', 'Copyright Clearance Ltd', 'Summa Capital', 'Average Joe Inc'])(
    'the company %s is imported as a deal',
    async (Company) => {
      const [row] = await compareNamed(people.maren, [{ Company, Round: 'Seed' }]);
      expect(row!.kind).toBe('new');
    },
  );
});

describe('cells without a valid value (rule 16.99)', () => {
  test('a row is imported without its invalid cells', async () => {
    const [row] = await compareNamed(people.maren, [
      { Company: 'Acme', Score: 'abc', Stage: 'Nowhere', 'Owner email': 'x@y.example', CEO: 'Kim' },
    ]);
    expect(row!.kind).toBe('new');
    expect(row!.outcome.values).toEqual({ companyName: 'Acme', ceoName: 'Kim' });
    expect(row!.outcome.skippedCells?.map(({ cell }) => cell)).toEqual(['B2', 'C2', 'D2']);
  });

  test('a score shown as a percentage is skipped', async () => {
    const rows = await compareFixture('percent.xlsx');
    expect(rows.map(({ outcome }) => outcome.values.evaluationScore)).toEqual([
      undefined,
      8.5,
      undefined,
    ]);
    expect(rows[0]!.outcome.skippedCells).toEqual([
      { cell: 'B2', value: '85%', reason: 'is not a score from 0 to 10' },
    ]);
  });

  test('an undecodable byte is reported with its cell', async () => {
    const rows = await compareFixture('mixed-bytes.csv');
    expect(rows.map(({ kind }) => kind)).toEqual(['new', 'new']);
    expect(rows[1]!.outcome.skippedCells).toEqual([
      { cell: 'C3', value: 'caf\ufffd', reason: 'contains a character that could not be read' },
    ]);
  });

  test.each(['4.91701E+11', '4,91701e+11', '########'])(
    'the phone number %s is skipped, as its digits are lost',
    async (phone) => {
      const [row] = await compareNamed(people.maren, [
        { Company: 'Acme', 'Contact name': 'Kim', 'Contact phone': phone },
      ]);
      expect(row!.outcome.values).toEqual({ companyName: 'Acme', contactName: 'Kim' });
      expect(row!.outcome.skippedCells?.map(({ cell }) => cell)).toEqual(['C2']);
    },
  );

  test('an exported row with only invalid edits is unchanged', async () => {
    const deal = await exportDeal(people.maren, { evaluationScore: 7 });
    expect((await deal.only({ Score: 'abc' })).kind).toBe('unchanged');
    const edited = await deal.only({ Score: 'abc', CEO: 'Kim' });
    expect([edited.kind, edited.outcome.skippedCells?.length]).toEqual(['changed', 1]);
  });
});

describe('email and web addresses (rule 16.100)', () => {
  test('contact addresses are read as people write them', async () => {
    const rows = await compareFixture('contacts.csv');
    const read = Object.fromEntries(
      rows.map(({ outcome: { name, values } }) => [
        name,
        values.contactEmail ?? values.contactLink ?? null,
      ]),
    );
    expect(read).toMatchObject({
      ok: 'a+b@x.com',
      idn: 'info@müller.de',
      two: 'a@x.com',
      two2: 'a@x.com',
      slash: 'a@x.com',
      nbsp: 'a@x.com',
      zwsp: 'a@x.com',
      disp: 'ada@x.com',
      mailto: 'ada@x.com',
      dot: null,
      dotdot: null,
      apos: "o'brien@x.ie",
      l1: 'https://x.com',
      l2: 'https://www.x.com',
      l3: 'https://linkedin.com/in/ada',
      l4: 'HTTP://X.COM',
      l6: 'https://x.com',
      l7: null,
      l9: null,
      l10: null,
    });
    expect(rows.every(({ kind }) => kind === 'new')).toBe(true);
    expect(rows.find(({ outcome }) => outcome.name === 'two')!.outcome.values.contactNote).toBe(
      'Other email addresses: b@y.com',
    );
  });

  test.each<[ImportCell, string]>([
    ['acme.com', 'https://acme.com'],
    [{ text: 'Website', link: 'https://acme.com' }, 'https://acme.com'],
    [{ text: 'beta.com', link: 'https://beta.com/' }, 'https://beta.com/'],
    ['http://acme.com', 'http://acme.com'],
    ['no address', 'no address'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
  ])('the web address of %j is read as %s', (cell, address) => {
    expect(extractWebAddress(cell)).toBe(address);
  });

  test.each(['-', 'n/a'])('%j in a choice is read as no value', (cell) => {
    const field = { key: 'source', kind: 'choice', options: ['Event', 'Email'] } as CustomField;
    const customFields = { definitions: new Map([['field-source', field]]), people: [] };
    expect(parseCell('field-source', cell, { dayFirst: null, customFields })).toEqual({
      value: null,
    });
  });
});
