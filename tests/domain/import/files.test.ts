import { readFileSync } from 'node:fs';
import ExcelJS from 'exceljs';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { ImportCell } from '#db/schema';
import { listSkippedParts } from '~/domain/import/mapping/skipped-parts';
import type { ImportFile, ParsedSheets, ReadRow } from '~/domain/import/reading/read-job';
import { collectSheets } from '~/jobs/spreadsheets/collect-sheets';
import { readSheets } from '~/jobs/spreadsheets/read';
import { HOSTILE_FILES } from '../../support/hostile-files';
import { buildTextRow, buildXlsx } from '../../support/xlsx';

/** Cells of files made by LibreOffice (tests/fixtures/import) and by hand. */

async function read(file: ImportFile): Promise<ParsedSheets & { rows: ReadRow[] }> {
  const rows: ReadRow[] = [];
  const read = await collectSheets(readSheets(file), async (more) => void rows.push(...more));
  return { ...read, rows };
}

const made = (name: string): ImportFile => ({
  name,
  bytes: readFileSync(`tests/fixtures/import/${name}`),
});
const file = (content: string | Uint8Array, name = 'Deals.csv'): ImportFile => ({
  name,
  bytes: Buffer.from(content),
});

const HEADER = buildTextRow('Company', 'Stage');

/** The cells below the header 'Company, Stage' by row. */
async function readCells(source: ImportFile): Promise<Record<number, ImportCell[]>> {
  const { rows } = await read(source);
  return Object.fromEntries(rows.map(({ row, cells }) => [row, cells]));
}

describe('separated values (rules 16.6, 16.7 and 16.9)', () => {
  test('pasted cells may contain line ends and quotes', async () => {
    const cells = 'Company\tStage\r\nAcme\t"two\nlines ""and"" quotes"\r\n"Say ""Hi"""\tSeed\r\n';
    expect(await readCells({ cells })).toEqual({
      2: ['Acme', 'two\nlines "and" quotes'],
      3: ['Say "Hi"', 'Seed'],
    });
  });

  test('a pasted cell may have indented lines', async () => {
    const cells = 'Company\tStage\nAcme\t"\tone\n\ttwo"\nBolt\tSeed\n';
    expect(await readCells({ cells })).toEqual({
      2: ['Acme', '\tone\n\ttwo'],
      3: ['Bolt', 'Seed'],
    });
  });

  test.each([
    ['comma', 'Company,Stage,Industries\nAcme,Seed,"Fintech; AI"\n'],
    ['semicolon', 'Company;Stage;Industries\nAcme;Seed;"Fintech; AI"\n'],
    ['tab', 'Company\tStage\tIndustries\nAcme\tSeed\tFintech; AI\n'],
    ['a first line that names it', 'sep=;\r\nCompany;Stage;Industries\r\nAcme;Seed;"Fintech; AI"'],
  ])('the separator is detected: %s', async (_, text) => {
    expect(await readCells(file(text))).toEqual({ 2: ['Acme', 'Seed', 'Fintech; AI'] });
  });

  test('decimal commas do not separate in semicolon-separated lists', async () => {
    const text = 'Company;Score\nAcme;8,5\nBolt;7,25\nCore;9\n';
    expect(await readCells(file(text))).toEqual({
      2: ['Acme', '8,5'],
      3: ['Bolt', '7,25'],
      4: ['Core', '9'],
    });
  });

  test.each(['\n', '\r\n', '\r'])('rows may end in %j', async (end) => {
    const text = ['Company,Stage', 'Acme,Seed', '', 'Bolt,A'].join(end);
    expect(await readCells(file(text))).toEqual({ 2: ['Acme', 'Seed'], 4: ['Bolt', 'A'] });
  });

  test('blank rows are skipped, and row numbers are preserved', async () => {
    const text = 'Our deals\n\nCompany,Stage\n,\nAcme,Seed\n  ,\n\nBolt,A\n,,,\n\n\n';
    const { sheets, rows } = await read(file(text));
    expect(sheets[0]).toMatchObject({ headerRow: 3, rows: 2 });
    expect(rows.map(({ row }) => row)).toEqual([5, 8]);
  });

  const LATIN = { 2: ['Größe & Co', '5 Mio €', '“quoted”; text'] };
  test.each(['semicolon-utf8.csv', 'tab-utf16.csv', 'comma-windows.csv'])(
    'a file as LibreOffice writes it is read: %s',
    async (name) => {
      const cells = await readCells(made(name));
      expect(cells).toMatchObject(LATIN);
      expect(cells[4]!.slice(1)).toEqual(['1,5', 'two\nlines']);
    },
  );

  const TEXT = 'Company,Stage\nŁódź 東京 €,Seed\n';
  test.each<[string, Uint8Array]>([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${TEXT}`)],
    ['UTF-16 LE', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
    ['UTF-16 LE without a mark', Buffer.from(TEXT, 'utf16le')],
    ['UTF-16 BE', Buffer.from(`\ufeff${TEXT}`, 'utf16le').swap16()],
    ['UTF-16 BE without a mark', Buffer.from(TEXT, 'utf16le').swap16()],
  ])('a file in %s is read', async (_, bytes) => {
    const { sheets, rows } = await read(file(bytes));
    expect(sheets[0]!.headers).toEqual(['Company', 'Stage']);
    expect(rows[0]!.cells).toEqual(['Łódź 東京 €', 'Seed']);
  });

  test('a cell has up to 32,767 characters and is never cut', async () => {
    const long = 'é'.repeat(32_767);
    expect((await readCells(file(`Company,Stage\nAcme,${long}\n`)))[2]![1]).toBe(long);
    await expect(readCells(file(`Company,Stage\nAcme,${long}é\n`))).rejects.toThrow(
      "Cell B2 of the sheet 'Deals' has more than 32,767 characters.",
    );
  });
});

describe('workbooks made by LibreOffice (rules 16.8 and 16.89)', () => {
  test('cells of every kind are read from a LibreOffice workbook', async () => {
    const { sheets, rows } = await read(made('mixed.xlsx'));
    expect(sheets.map(({ name, headerRow, rows }) => [name, headerRow, rows])).toEqual([
      ['Deals', 3, 3],
      ['Other', 1, 1],
    ]);
    expect(sheets[0]!.headers.slice(5, 7)).toEqual(['Notes', 'Notes (column G)']);
    const [cafe, robot, merged, other] = rows;
    expect(cafe).toMatchObject({ sheet: 0, row: 4 });
    expect(cafe!.cells).toEqual([
      'Café Zürich GmbH',
      'Seed',
      8.5,
      { date: '2024-02-29' },
      { text: 'cafe.example', link: 'https://cafe.example/' },
      'Very bold idea',
      'second',
      17,
      1,
      { error: '#N/A' },
    ]);
    expect(robot!.cells.slice(2, 8)).toEqual([
      '8,5',
      { date: '1900-02-28' },
      null,
      'first line\nsecond "line"; here',
      null,
      'two parts',
    ]);
    expect(merged).toMatchObject({ row: 7 });
    expect(merged!.cells.slice(0, 4)).toEqual([null, 'B', 7, { date: '2024-12-31T23:30' }]);
    expect(other).toEqual({ sheet: 1, row: 2, cells: ['Second sheet', 'x'] });
  });

  test('hidden rows, columns and sheets are skipped and named', async () => {
    const hiddenRow = buildTextRow('Bolt', 'Seed', 'x', 'y').replace('<row', '<row hidden="1"');
    const rows =
      buildTextRow('Company', 'Stage', 'Valuation', 'Lead') +
      buildTextRow('Acme', 'Seed', '5M', 'Kim');
    const source = file(
      buildXlsx({ rows: rows + hiddenRow, columns: '<col min="2" max="2" hidden="1"/>' }),
    );
    const found = await read(source);
    expect(found.rows.map(({ cells }) => cells[0])).toEqual(['Acme']);
    expect(found.sheets[0]!.targets).toEqual(['companyName', null, null, null]);
    expect(listSkippedParts(found, { canChooseOwners: true })).toEqual([
      '3 columns: Stage (hidden), Valuation, Lead',
      '1 hidden row',
    ]);
    const mixed = await read(made('mixed.xlsx'));
    expect(JSON.stringify(mixed.rows)).not.toContain('Secret');
    expect(listSkippedParts(mixed, { canChooseOwners: true })).toContainEqual(
      expect.stringMatching(/^Sheet “.+”: it is hidden$/),
    );
  });

  test('cells merged over several rows are named', async () => {
    const book = new ExcelJS.Workbook();
    const sheet = book.addWorksheet('Deals');
    sheet.addRows([
      ['Company', 'Round'],
      ['Acme', 'Seed'],
      ['Birch'],
      ['Cove', 'A'],
      ['Dune', 'B'],
    ]);
    sheet.mergeCells('B2:B3');
    sheet.mergeCells('B5:C5');
    const found = await read(file(new Uint8Array(await book.xlsx.writeBuffer())));
    expect(listSkippedParts(found, { canChooseOwners: true })).toEqual([
      '1 merged cell below the first of its rows',
    ]);
    sheet.mergeCells('A4:A5');
    const both = await read(file(new Uint8Array(await book.xlsx.writeBuffer())));
    expect(listSkippedParts(both, { canChooseOwners: true })).toEqual([
      '2 merged cells below the first of their rows',
    ]);
  });

  test('a late column without a header is named', async () => {
    const rows = Array.from({ length: 30 }, (_, i) => buildTextRow(`Deal ${i}`, 'Seed'));
    rows[27] = buildTextRow('Deal 27', 'Seed', 'Call them!');
    const found = await read(file(buildXlsx({ rows: HEADER + rows.join('') })));
    expect(listSkippedParts(found, { canChooseOwners: true })).toEqual(['1 column: Column C']);
  });

  test('columns that exports compute are named', async () => {
    const buildList = async (...header: string[]) => {
      const rows = buildTextRow(...header) + buildTextRow(...header.map(() => '1'));
      const found = await read(file(buildXlsx({ rows })));
      return listSkippedParts(found, { canChooseOwners: true });
    };
    expect(await buildList('Company', 'Created', 'Group')).toEqual(['2 columns: Created, Group']);
    expect(await buildList('Company', 'Owner', 'Created', 'Group', 'Reference')).toEqual([
      '3 columns: Owner, Created, Group',
    ]);
  });

  test('comments on cells are named', async () => {
    const workbook = new ExcelJS.Workbook();
    const sheet = workbook.addWorksheet('Deals');
    sheet.addRows([
      ['Company', 'Stage'],
      ['Acme', 'Seed'],
    ]);
    sheet.getCell('B2').note = 'Series A, see memo';
    const found = await read(file(new Uint8Array(await workbook.xlsx.writeBuffer())));
    expect(listSkippedParts(found, { canChooseOwners: true })).toEqual(['1 comment on cells']);
  });

  test('rows of a table above the column names are named', async () => {
    const wider = buildTextRow('Company', 'Stage', 'CEO') + buildTextRow('Bolt', 'A', 'Kim');
    const rows = buildTextRow('Our deals') + HEADER + buildTextRow('Acme', 'Seed') + wider;
    const found = await read(file(buildXlsx({ rows })));
    expect(listSkippedParts(found, { canChooseOwners: true })).toEqual([
      '2 rows above the column names',
    ]);
  });

  test('dates counted from 1904 are read', async () => {
    expect(await readCells(made('since-1904.xlsx'))).toEqual({
      2: ['One', { date: '2024-02-29' }],
      3: ['Two', { date: '2011-05-06T12:15' }],
      4: ['Three', { date: '1904-01-03' }],
    });
  });
});

const STYLES =
  '<numFmts><numFmt numFmtId="170" formatCode="[$-409]d\\-mmm\\-yy;@"/><numFmt numFmtId="171" formatCode="0.0&quot; days&quot;"/></numFmts>' +
  '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="22"/></cellXfs>';
const cellIn = async (cell: string, more: Parameters<typeof buildXlsx>[0] = {}) => {
  const rows = `${HEADER}<row r="2"><c r="A2"><v>1</v></c>${cell}</row>`;
  return (await readCells(file(buildXlsx({ rows, styles: STYLES, ...more }))))[2]![1];
};

describe('workbook cells (rules 16.8 and 16.9)', () => {
  test.each<[string, ImportCell]>([
    ['<c r="B2"><v>12.5</v></c>', 12.5],
    ['<c r="B2" t="n"><v>1E3</v></c>', 1000],
    ['<c r="B2" t="b"><v>1</v></c>', true],
    ['<c r="B2" t="b"><v>0</v></c>', false],
    ['<c r="B2" t="e"><f>1/0</f><v>#DIV/0!</v></c>', { error: '#DIV/0!' }],
    ['<c r="B2"><f>C2*2</f><v>8</v></c>', 8],
    ['<c r="B2" t="str"><f>"a"&amp;"b"</f><v>ab</v></c>', 'ab'],
    ['<c r="B2"><f>C2*2</f></c>', { error: '=C2*2' }],
    ['<c r="B2"><f>C2*2</f><v></v></c>', { error: '=C2*2' }],
    ['<c r="B2"><f>C2*2</f><v/></c>', { error: '=C2*2' }],
    ['<c r="B2"><f>C2*2</f><v>0</v></c>', 0],
    ['<c r="B2" t="d"><v>2024-05-03T10:30:00Z</v></c>', { date: '2024-05-03T10:30' }],
    ['<c r="B2" s="1"><v>45415</v></c>', { date: '2024-05-03' }],
    ['<c r="B2" s="2"><v>45415</v></c>', { date: '2024-05-03' }],
    ['<c r="B2" s="3"><v>45415</v></c>', { number: 45_415, shown: '45415.0 days' }],
    ['<c r="B2" s="4"><v>45415.4375</v></c>', { date: '2024-05-03T10:30' }],
    ['<c r="B2" s="1"><v>59</v></c>', { date: '1900-02-28' }],
    ['<c r="B2" s="1"><v>61</v></c>', { date: '1900-03-01' }],
    ['<c r="B2" s="4"><v>0.4375</v></c>', '10:30'],
    ['<c r="B2" s="1"><v>-3</v></c>', -3],
    ['<c r="B2" t="inlineStr"><is><r><t>Very </t></r><r><t>bold</t></r></is></c>', 'Very bold'],
    ['<c r="B2" t="inlineStr"><is><t>東京</t><rPh><t>トウキョウ</t></rPh></is></c>', '東京'],
    ['<c r="B2" t="inlineStr"><is><t>a_x000D_b _x005F_x000D_</t></is></c>', 'a\rb _x000D_'],
    ['<x:c xmlns:x="y" r="B2"><x:v>7</x:v></x:c>', 7],
    ['<c><v>7</v></c>', 7],
  ])('the workbook cell %s is read', async (xml, cell) => {
    expect(await cellIn(xml)).toEqual(cell);
  });

  test('a formula whose result is an empty text is an empty cell', async () => {
    expect(await cellIn('<c r="B2" t="str"><f>C2</f><v></v></c>')).toBeUndefined();
  });

  test('0 is no result in a workbook that nothing calculated', async () => {
    const workbook = '<calcPr fullCalcOnLoad="1"/>';
    const zero = '<c r="B2"><f>C2*2</f><v>0</v></c>';
    expect(await cellIn(zero, { workbook })).toEqual({ error: '=C2*2' });
    expect(await cellIn(zero.replace('>0<', '>8<'), { workbook })).toBe(8);
  });

  test('shared strings are read', async () => {
    const strings =
      '<si><t>one</t></si><si><r><t>Two </t></r><r><t xml:space="preserve">parts</t></r></si>';
    expect(await cellIn('<c r="B2" t="s"><v>1</v></c>', { strings })).toBe('Two parts');
  });

  test('a workbook cell of 32,767 characters is read whole', async () => {
    const long = 'x'.repeat(32_767);
    expect(await cellIn(`<c r="B2" t="inlineStr"><is><t>${long}</t></is></c>`)).toBe(long);
  });
});

describe('bad files and their messages (rule 16.10)', () => {
  const BOMB = 'This file is small, but unpacked it is far too large to be a list of deals.';
  const tooDense = buildXlsx({
    rows: HEADER + ' '.repeat(30_000_000) + buildTextRow('Acme', 'Seed'),
  });
  const OLD =
    'This is a workbook of an old Excel (.xls). Please save it as .xlsx and choose it again.';
  const LOCKED =
    'The file is protected by a password. Please save it without one and choose it again.';
  const NO_WORKBOOK =
    'This is not an Excel workbook (.xlsx). Please save it as .xlsx or .csv and choose it again.';
  const NO_TEXT = 'This is neither a spreadsheet (.xlsx) nor a text file (.csv, .tsv).';
  const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', 'base64');
  const DAMAGED = 'The workbook is damaged and cannot be read. Please save it again.';
  const NO_HEADER = 'No row with column names was found in the first 20 rows.';
  const SHOW = 'Please show what is to be imported, and choose the file again.';
  const stated = unzipSync(tooDense)['xl/worksheets/sheet1.xml']!.length;
  test.each<[string, Uint8Array, string]>([
    ['that inflates a thousandfold', tooDense, BOMB],
    ['whose stated size is a lie', withStatedSize(tooDense, stated, 1_000), DAMAGED],
  ])('a zip bomb %s is refused', async (_, bytes, sentence) => {
    await expect(read(file(bytes))).rejects.toThrow(new Error(sentence));
  });

  /** As Word writes them. */
  const document = (body: string) => {
    const type =
      'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
    const relations = `<Relationships><Relationship Id="a" Type="${type}" Target="word/document.xml"/></Relationships>`;
    const parts = {
      '_rels/.rels': strToU8(relations),
      'word/document.xml': strToU8(`<w:document><w:body>${body}</w:body></w:document>`),
    };
    return { name: 'Deals.xlsx', bytes: zipSync(parts) };
  };
  const good = buildXlsx({ rows: HEADER + buildTextRow('Acme', 'Seed') });
  const entity = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>';
  const cases: [string, ImportFile, string][] = [
    ['encrypted', made('encrypted.xlsx'), LOCKED],
    ['an old workbook', made('old.xls'), OLD],
    ['a workbook of another program', made('mixed.ods'), NO_WORKBOOK],
    ['a zip without a workbook', file(zipSync({ 'a.txt': strToU8('a') })), NO_WORKBOOK],
    ['empty', file(''), 'The file is empty.'],
    ['a picture', file(PICTURE), NO_TEXT],
    ['a picture that is called a workbook', file(PICTURE, 'a.xlsx'), NO_WORKBOOK],
    ['a text document that is called a workbook', document(''), NO_WORKBOOK],
    [
      'a long one',
      document(Array.from({ length: 90_000 }, (_, n) => `<w:p>${Math.sin(n)}</w:p>`).join('')),
      NO_WORKBOOK,
    ],
    ['half of a workbook', file(good.subarray(0, good.length / 2)), DAMAGED],
    ['entities', file(buildXlsx({ prolog: entity, rows: buildTextRow('&b;', 'x') })), DAMAGED],
    ['no header', file('1,2\n3,4\n'), NO_HEADER],
    ['only blank rows', file('\n\n,,\n'), NO_HEADER],
    ['an empty sheet', file(buildXlsx({})), NO_HEADER],
    [
      'all sheets hidden',
      file(buildXlsx({ rows: HEADER, sheet: 'state="hidden"' })),
      'No visible sheet has rows, and hidden ones are left out: ‘Deals’. ' + SHOW,
    ],
    [
      'all rows hidden',
      file(
        buildXlsx({
          rows: HEADER + buildTextRow('Acme', 'Seed').replace('<row', '<row hidden="1"'),
        }),
      ),
      'All rows below the column names are hidden. ' + SHOW,
    ],
    ['no rows', file('Company,Stage,Industries\n,,\n'), 'There are no rows below the header.'],
    [
      'an open quotation mark',
      file('Company,Stage\nAcme,Seed\n"Bolt,A\n'),
      'The quotation mark at the beginning of cell A3 is never closed. ' +
        'Please correct it, or save the table as .xlsx, and choose the file again.',
    ],
    [
      'too many columns',
      file(`Company,Stage\nAcme,Seed\nBolt${',x'.repeat(200)}\n`),
      "Row 3 of the sheet 'Deals' has more than 200 columns. " +
        'Please delete those that are not needed, and choose the file again.',
    ],
  ];
  test.each(cases)('a bad file gets one clear sentence: %s', async (_, bad, sentence) => {
    await expect(async () => read(bad)).rejects.toThrow(new Error(sentence));
  });

  test('endless blank rows are no rows, and too many are refused', async () => {
    const blank = (count: number) => `Company,Stage\nAcme,Seed\n${',\n'.repeat(count)}`;
    expect(await readCells(file(blank(3_000_000)))).toEqual({ 2: ['Acme', 'Seed'] });
    await expect(readCells(file(`${blank(200_000)}x,y`))).rejects.toThrow(
      'There are more than 200,000 rows.',
    );
  });
});

/** Changes a size in the zip's directory, as it stands there. */
function withStatedSize(zip: Uint8Array, from: number, to: number): Uint8Array {
  const bytes = Buffer.from(zip);
  const stated = Buffer.alloc(4);
  stated.writeUInt32LE(from);
  for (let at = bytes.indexOf(stated); at >= 0; at = bytes.indexOf(stated, at + 1))
    bytes.writeUInt32LE(to, at);
  return bytes;
}

describe('files that grow far beyond their size (rule 16.13)', () => {
  test.each(Object.entries(HOSTILE_FILES))(
    'a hostile file is read or refused within limits: %s',
    { timeout: 60_000 },
    async (_, make) => {
      const { name, bytes, sentence } = make();
      const reading = read({ name, bytes });
      if (sentence === undefined) expect((await reading).rows).not.toEqual([]);
      else await expect(reading).rejects.toThrow(new Error(sentence));
    },
  );
});

describe('files of sheets that imports leave alone (rules 16.10 and 18.16)', () => {
  const NOTES = 'Company name,Date,Author,Note,Edited\nAcme,2026-11-22,Ana,Met,\n';

  test('a file with exported notes alone says what it is', async () => {
    await expect(read(file(NOTES))).rejects.toThrow(
      'This is the sheet Notes of an export, which an import leaves alone.',
    );
  });

  test('a deal list with the headers of notes is read', async () => {
    const deals = 'Company name,Date,Author,Note,CEO\nAcme,2026-11-22,Ana,Met,Kim\n';
    expect((await read(file(deals))).sheets).toMatchObject([{ holds: 'deals', rows: 1 }]);
  });
});
