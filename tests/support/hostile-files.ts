import { buildTextRow, buildXlsx } from './xlsx';

/** Files of 1 KB to 10 MB that grow far beyond that when read. */
export interface HostileFile {
  name: string;
  bytes: Buffer;
  sentence?: string;
}

const HEADER = buildTextRow('Company', 'Stage');
const ACME = buildTextRow('Acme', 'Seed');
const MB = 1024 * 1024;

/**
 * Creates text that deflates to about a fiftieth: a single letter would count as a bomb at once.
 */
export function createDenseText(length: number): string {
  const part = (n: number) => `${'a'.repeat(150)}${((n * 7919) % 46_656).toString(36)}`;
  return Array.from({ length: Math.ceil(length / 151) }, (_, n) => part(n))
    .join('')
    .slice(0, length);
}

export function createManyTexts(count: number): Buffer {
  return book({
    strings: '<si><t>ab</t></si>'.repeat(count) + createNoise(count / 7),
    rows: HEADER,
  });
}

export function createSlowFile(): { name: string; bytes: Buffer } {
  const rows = `${HEADER}${ACME}${'<c/>'.repeat(8_000_000)}${createNoise(300_000)}`;
  return { name: 'slow.xlsx', bytes: book({ rows }) };
}

function createSheets(count: number, columns: number): Buffer {
  const headers = Array.from({ length: columns }, (_, i) => (i ? `Column ${i}` : 'Company'));
  const rows = buildTextRow(...headers) + ACME;
  const all = Array.from({ length: count }, (_, n) => n);
  const sheet = `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
  const list = all.map((n) => `<sheet name="S${n}" sheetId="${n + 1}" r:id="s${n}"/>`).join('');
  const links = all.map(
    (n) => `<Relationship Id="s${n}" Type="x/worksheet" Target="worksheets/s${n}.xml"/>`,
  );
  const parts = all.map((n) => [`/xl/worksheets/s${n}.xml`, sheet]);
  return Buffer.from(
    buildXlsx({
      '/xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${list}</sheets></workbook>`,
      '/xl/_rels/workbook.xml.rels': `<Relationships>${links.join('')}</Relationships>`,
      ...Object.fromEntries(parts),
    }),
  );
}

const cells = (count: number, cell: string) => `<row>${cell.repeat(count)}</row>`;
type Parts = Parameters<typeof buildXlsx>[0];
const book = (parts: Parts) => Buffer.from(buildXlsx(parts));

const WIDE = (row: number, sheet = 'Deals') =>
  `Row ${row} of the sheet '${sheet}' has more than 200 columns. ` +
  'Please delete those that are not needed, and choose the file again.';
const LONG = (cell: string) =>
  `Cell ${cell} of the sheet 'Deals' has more than 32,767 characters. ` +
  'Please shorten it, and choose the file again.';
const LONG_TEXT =
  'A cell of the workbook has more than 32,767 characters. ' +
  'Please shorten it, and choose the file again.';
const LONG_ROW =
  "Row 2 of the sheet 'Deals' has more than 250,000 characters. " +
  'Please shorten its cells, and choose the file again.';
const DAMAGED = 'The workbook is damaged and cannot be read. Please save it again.';
const KEEP = 'Please keep only the sheets with deals, and choose the file again.';
const SPLIT = 'Please split it, and import one part after the other.';

const csv = (text: string, sentence?: string): HostileFile => ({
  name: 'Deals.csv',
  bytes: Buffer.from(text),
  sentence,
});
const workbook = (parts: Parts | Buffer, sentence?: string): HostileFile => ({
  name: 'Deals.xlsx',
  bytes: Buffer.isBuffer(parts) ? parts : book(parts),
  sentence,
});
const sharing = (length: number, columns: number, rows: number, sentence: string) => {
  const strings = `<si><t>${createDenseText(length)}</t></si>`;
  const cell = '<c t="s"><v>0</v></c>';
  return workbook({ strings, rows: HEADER + cells(columns, cell).repeat(rows) }, sentence);
};

export const HOSTILE_FILES: Record<string, () => HostileFile> = {
  'one line of commas': () => csv(','.repeat(10 * MB - 3) + 'x\n', WIDE(1)),
  'a header of 200,000 columns': () => {
    const headers = Array.from({ length: 200_000 }, (_, i) => `Company ${i}`);
    return csv(`${headers.join(',')}\nAcme,Seed\n`, WIDE(1));
  },
  'a quoted cell of 10 MB': () =>
    csv(`Company,Stage\nAcme,"${'x'.repeat(10 * MB - 100)}"\n`, LONG('B2')),
  'a shared text of 8 MB': () => sharing(8 * MB, 200, 20, LONG_TEXT),
  'a shared text of 33,000 characters': () => sharing(33_000, 2, 1, LONG('A2')),
  'a shared text in many cells': () =>
    sharing(30_000, 8, 2_000, `The cells of this file take more than 60 MB. ${SPLIT}`),
  'a million texts': () =>
    workbook(createManyTexts(1_100_000), `The workbook has more than 1,000,000 texts. ${SPLIT}`),
  'a row of 6 MB': () => sharing(30_000, 200, 50, LONG_ROW),
  '3,000 sheets': () =>
    workbook(createSheets(3_000, 2), `The workbook has more than 50 sheets. ${KEEP}`),
  '50 sheets of 200 columns': () =>
    workbook(createSheets(50, 200), `The sheets have more than 1,000 columns in all. ${KEEP}`),
  'a number format of brackets': () => {
    const format = `<numFmt numFmtId="170" formatCode="${'['.repeat(1_300)}"/>`;
    const xfs = '<xf numFmtId="170"/>'.repeat(60_000);
    const styles = `<numFmts>${format}</numFmts><cellXfs>${xfs}</cellXfs>${createNoise(8_000)}`;
    return workbook({ styles, rows: HEADER + ACME });
  },
  'two million formats': () =>
    workbook(
      {
        styles: `<cellXfs>${'<xf/>'.repeat(2_000_000)}</cellXfs>${createNoise(80_000)}`,
        rows: HEADER,
      },
      'The workbook has more than 65,536 cell formats. ' +
        'Please save it as .csv and choose it again.',
    ),
  'elements in each other': () =>
    workbook({ rows: HEADER + '<row><c><is>'.repeat(1_000_000) + createNoise(200_000) }, DAMAGED),
  'three million empty rows': () =>
    workbook({ rows: HEADER + '<row/>'.repeat(3_000_000) + createNoise(150_000) }, DAMAGED),
  'three million empty cells': () =>
    workbook(
      { rows: HEADER + cells(3_000_000, '<c/>') + createNoise(150_000) },
      'There are no rows below the header.',
    ),
  'a cell at XFD1048576': () =>
    workbook(
      { rows: `${HEADER}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>` },
      WIDE(1_048_576),
    ),
  'empty cells at XFD': () => {
    const row = '<row><c r="XFD1" s="1"/><c r="A1"><v>1</v></c></row>';
    return workbook({ rows: HEADER + ACME + row.repeat(15_000) + createNoise(100_000) });
  },
  'merged cells without end': () => {
    const merged = '<mergeCell ref="A1:XFD1048576"/>'.repeat(500_000) + createNoise(200_000);
    const after = `</sheetData><mergeCells>${merged}</mergeCells><sheetData>`;
    return workbook({ rows: HEADER + ACME + after });
  },
};

/** Creates incompressible letters in meaningless elements, so that the part is no bomb. */
function createNoise(length: number): string {
  let state = 1;
  const letters = Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return String.fromCharCode(97 + ((state >>> 16) % 26));
  });
  return `<x a="${letters.join('')}"/>`;
}
