import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ImportCell } from '#db/schema';
import type { ImportFile, ReadRow } from '~/domain/import/reading/read-job';
import { collectSheets } from '~/jobs/spreadsheets/collect-sheets';
import { readSheets } from '~/jobs/spreadsheets/read';
import { buildTextRow, buildXlsx } from '../../support/xlsx';

async function read(file: ImportFile, layout?: Parameters<typeof readSheets>[1]) {
  const rows: ReadRow[] = [];
  const sheets = readSheets(file, layout);
  const staged = await collectSheets(sheets, async (more) => void rows.push(...more));
  return { sheet: staged.sheets[0]!, cells: rows.map(({ cells }) => cells) };
}

const fixture = (name: string): ImportFile => ({
  name,
  bytes: readFileSync(`tests/fixtures/import/${name}`),
});
const csv = (content: string | Uint8Array, name = 'Deals.csv'): ImportFile => ({
  name,
  bytes: Buffer.from(content),
});

describe('encodings (rule 16.93)', () => {
  test.each<[string, string, ImportCell[][]]>([
    [
      'gbk.csv',
      'gb18030',
      [
        ['北京智谱科技有限公司', 'A轮', '5000万元', '已见面'],
        ['上海云深', '种子', '1亿元', '跟进'],
      ],
    ],
    [
      'gbk-en.csv',
      'gb18030',
      [
        ['北京智谱科技有限公司', 'A', '已见面'],
        ['上海云深', 'Seed', '跟进'],
      ],
    ],
    ['sjis.csv', 'shift_jis', [['株式会社さくら', 'シリーズA', '面談済み']]],
    ['euckr.csv', 'euc-kr', [['주식회사 나무', 'Seed']]],
    ['cp1251.csv', 'windows-1251', [['ООО Ромашка', 'Иван Петров']]],
    ['macroman.csv', 'macintosh', [['Zoë Ltd', 'André Müller']]],
  ])('%s is read as %s', async (name, encoding, cells) => {
    const found = await read(fixture(name));
    expect(found.sheet.layout?.encoding).toBe(encoding);
    expect(found.cells).toEqual(cells);
  });

  test.each([
    [
      'mixed-bytes.csv',
      [
        ['北京智谱', '王伟', 'ok'],
        ['Müller GmbH', 'José', 'caf\ufffd'],
      ],
    ],
    ['trunc.csv', [['北京智谱', '王\ufffd']]],
  ])('one bad byte in UTF-8 leaves the rest of %s whole', async (name, cells) => {
    const found = await read(fixture(name));
    expect(found.sheet.layout?.encoding).toBe('utf-8');
    expect(found.cells).toEqual(cells);
  });

  test('a chosen encoding and separator are used', async () => {
    const bytes = Buffer.from('Company;CEO\nZo\x91 Ltd;Ann, Bob\n', 'latin1');
    const layout = { encoding: 'macintosh', separator: 'semicolon' } as const;
    const found = await read(csv(bytes), layout);
    expect(found.sheet.layout).toEqual(layout);
    expect(found.cells).toEqual([['Zoë Ltd', 'Ann, Bob']]);
  });
});

describe('separators (rule 16.6)', () => {
  test('a vertical bar separates values', async () => {
    const found = await read(fixture('pipe.csv'));
    expect(found.sheet.layout?.separator).toBe('pipe');
    expect(found.cells).toEqual([
      ['Acme', 'Seed', 'Ann'],
      ['Beta', 'A', 'Bob'],
    ]);
  });
});

describe('quotation marks (rule 16.94)', () => {
  test('backslashes before quotes are read if used throughout', async () => {
    expect((await read(fixture('bsl.csv'))).cells).toEqual([
      ['Acme', 'said "hi, all" and left', 'Seed'],
      ['Beta', 'x', 'A'],
    ]);
  });

  test('a cell that starts with a quoted word preserves its quotes', async () => {
    const found = await read({
      cells: 'Company\tNotes\nAcme\t"Uber" for pets\nBeta\t5" screens\n',
    });
    expect(found.cells).toEqual([
      ['Acme', '"Uber" for pets'],
      ['Beta', '5" screens'],
    ]);
  });

  test('a quoted cell may contain lines, separators and quotes', async () => {
    const text =
      'Company,Notes,CEO\nAcme,"Main St 1\nBerlin, Germany, EU",Ann\nBeta,"a ""b"", c",Bob\n';
    expect((await read(csv(text))).cells).toEqual([
      ['Acme', 'Main St 1\nBerlin, Germany, EU', 'Ann'],
      ['Beta', 'a "b", c', 'Bob'],
    ]);
  });

  test('a quoted cell of a table with tabs may contain a list', async () => {
    const cells = 'Company\tNotes\tCEO\nAcme\t"Pros:\n•\tgood team\n•\tmarket"\tAnn\n';
    expect((await read({ cells })).cells).toEqual([
      ['Acme', 'Pros:\n•\tgood team\n•\tmarket', 'Ann'],
    ]);
  });

  const CORRECT = ' Please correct it, or save the table as .xlsx, and choose the file again.';
  test.each<[string, ImportFile, string]>([
    [
      'one that is never closed',
      fixture('unclosed.tsv'),
      'The quotation mark at the beginning of cell B2 is never closed.',
    ],
    [
      'one that another cell closes, in pasted cells',
      { cells: 'Company\tNotes\nAcme\t"Uber for X\nBeta\tok\nGamma\tscreens of 5"\n' },
      'The quotation mark at the beginning of cell B2 is closed only in a later row.',
    ],
    [
      'one that another row closes',
      csv('Company,Notes,CEO\nAcme,"Uber for X,Ann\nBeta,ok,Bob\nGamma,5",Cy\n'),
      'The quotation mark at the beginning of cell B2 is closed only in a later row.',
    ],
    [
      'one within a cell of several lines',
      csv('Company,Notes\nAcme,"Uber for X\nBeta,"ok" or so\n'),
      'The quotation marks in cell B2 do not belong together, so that it is not clear where the cell ends.',
    ],
    [
      'one that shifts the columns',
      csv('Company,Notes,CEO\nAcme,"said "hi, all" and left",Ann\n'),
      'The quotation marks in cell B2 do not belong together, so that it is not clear where the cell ends.',
    ],
  ])('a stray quotation mark is reported: %s', async (_, file, sentence) => {
    await expect(read(file)).rejects.toThrow(new Error(sentence + CORRECT));
  });
});

describe('kinds of files (rule 16.95)', () => {
  test('a text that starts with PK is read as a table', async () => {
    expect((await read(fixture('pk.csv'))).cells).toEqual([
      ['1', 'Acme'],
      ['2', 'Beta'],
    ]);
  });

  test('a workbook with backslashes in part names is read', async () => {
    expect((await read(fixture('bstarget.xlsx'))).cells).toEqual([['Acme', 'Seed']]);
  });

  test.each([
    ['fake.xls', 'This is a web page (HTML), whatever the file is called.'],
    ['2003.xml', 'This is a spreadsheet in the XML format of Excel 2003.'],
    ['x.json', 'This is a JSON file, not a table.'],
  ])('%s is refused with the true reason', async (name, sentence) => {
    await expect(read(fixture(name))).rejects.toThrow(sentence);
  });
});

describe('formatted numbers (rule 16.96)', () => {
  const shown = (cell: ImportCell | undefined) =>
    typeof cell === 'object' && cell && 'shown' in cell ? cell.shown : cell;

  test('a number is read with the currency and unit of its format', async () => {
    const { cells } = await read(fixture('currency-format.xlsx'));
    expect(Object.fromEntries(cells.map(([name, size]) => [name, shown(size)]))).toEqual({
      Co1: '$5,000,000',
      Co2: '€ 5,000,000',
      Co3: '5,000,000 €',
      Co4: 'CNY 5,000,000',
      Co5: '5.00M',
      Co6: '$5.0M',
      Co9: '$5,000,000.00',
      Co11: 'USD 5,000,000',
      Co12: '5,000,000.00 €',
    });
  });

  test.each([
    ['"$"0.0"M"', 5, '$5.0M'],
    ['"$"0.0"M"', 2.5, '$2.5M'],
    ['"$"0.0"M"', 2.375, '$2.375M'],
    ['"$"0.0"M"', -0.04, '-$0.04M'],
    ['"$"0.0"M";("$"0.0"M")', -2.375, '($2.375M)'],
    ['"€"0.0"m"', 2.5, '€2.5m'],
    ['#,##0.0" Mio. "[$€-407]', 1234.56, '1,234.56 Mio. €'],
    ['"$"0.0"k"', 2.25, '$2.25k'],
    ['"USD "0.0"m"', 2.375, 'USD 2.375m'],
    ['0.0"M"', 2.375, '2.375M'],
    ['"$"0.0,,"M"', 2_375_000, '$2,375,000'],
    ['"$"0.0,,"M"', 2_500_000, '$2.5M'],
    ['"$"0.0E+0', 12_345, '$12,345'],
    ['0" / 10"', 7.5, 7.5],
    ['General" €"', 2_500_000, '2500000 €'],
    ['General"m"', 2.5, '2.5m'],
    ['General;[Red]-General', 2.5, 2.5],
    ['[h]:mm', 1.25, '30:00'],
    ['#,##0.0,,', 500_000, '500,000'],
    ['[>=1000000]0.0,,"M";[>=1000]0.0,"K";0', 123_456, '123,456'],
  ])('a number with the format %s has all its digits', async (code, number, text) => {
    const escaped = code.replaceAll('"', '&quot;');
    const styles = `<numFmts><numFmt numFmtId="164" formatCode="${escaped}"/></numFmts><cellXfs><xf/><xf numFmtId="164"/></cellXfs>`;
    const row = `<row><c t="inlineStr"><is><t>Acme</t></is></c><c s="1"><v>${number}</v></c></row>`;
    const rows = `${buildTextRow('Company', 'Amount')}${row}`;
    const { cells } = await read({ name: 'Deals.xlsx', bytes: buildXlsx({ rows, styles }) });
    expect(shown(cells[0]![1])).toBe(text);
  });

  test('a telephone number is read with zeros, plus and brackets', async () => {
    const { cells } = await read(fixture('phone-fmt.xlsx'));
    expect(cells.map((row) => shown(row[2]))).toEqual([
      '00301234567',
      '+4915112345678',
      '(212) 555-1234',
    ]);
  });

  test('a percentage is read as shown, and a decimal as a number', async () => {
    const { cells } = await read(fixture('percent.xlsx'));
    expect(cells.map((row) => shown(row[1]))).toEqual(['85%', 8.5, '08:24']);
  });

  test('a link is read with its address', async () => {
    expect((await read(fixture('hyperlinks.xlsx'))).cells).toEqual([
      ['Acme', { text: 'Website', link: 'https://acme.com' }],
      ['Beta', { text: 'beta.com', link: 'https://beta.com/' }],
    ]);
  });
});

describe('errors of a spreadsheet in a text file (rule 16.28)', () => {
  test.each(['#REF!', '#N/A', '#DIV/0!', '#NAME?', '#GETTING_DATA', '#BEZUG!', '#NV', ' #WERT! '])(
    'the text %s is read as an error',
    async (text) => {
      const error = text.trim();
      expect((await read(csv(`Company,Amount\nAcme,${text}\n`))).cells).toEqual([
        ['Acme', { error }],
      ]);
    },
  );

  test.each(['#1', '#REF', 'see #N/A', '#hashtag!'])('the text %s is no error', async (text) => {
    expect((await read(csv(`Company,Comments\nAcme,${text}\n`))).cells).toEqual([['Acme', text]]);
  });

  test('pasted cells have errors, too', async () => {
    const found = await read({ cells: 'Company\tAmount\n#N/A\t5\n' });
    expect(found.cells).toEqual([[{ error: '#N/A' }, '5']]);
  });
});
