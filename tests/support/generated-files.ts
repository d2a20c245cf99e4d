import { createDamagedFile, type DamagedFile } from './damaged-files';
import { HOSTILE_FILES } from './hostile-files';
import { isOneIn, pick, pickBelow } from './hostile-values';
import { buildTextRow, buildXlsx } from './xlsx';

/** Creates a file of any size, width, format and encoding that depends on FUZZ_SEED alone. */
export function createGeneratedFile(): DamagedFile {
  return pick([createDamagedFile, createCsv, createCsv, workbook, workbook, createHostileFile])();
}

/** Limits the characters of all cells, so that a thousand files take a minute. */
const MAX_CHARACTERS = 2_000_000;
const ROWS = [0, 1, 2, 30, 300, 3_000, 20_001];
const COLUMNS = [1, 2, 5, 20, 199, 200, 201, 3_000, 17_000];
const LENGTHS = [0, 1, 1, 8, 8, 8, 40, 300, 10_000, 32_767, 32_768, 400_000];
const UNITS = [...'aé株😀 ",;\t\n\'[<&', '3/4/2026 '];
const HEADERS = ['Company', 'Stage', 'Ask', 'Closing date', 'Score', 'Industry', 'Notes', ''];

function text(length = pick(LENGTHS)): string {
  const unit = pick(UNITS);
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}

function createTable(): string[][] {
  const columns = pick(COLUMNS);
  const some = Array.from({ length: 7 }, () => text());
  const length = some.reduce((sum, cell) => sum + cell.length + 1, 0) / some.length;
  const rows = Math.min(pick(ROWS), Math.floor(MAX_CHARACTERS / columns / length));
  const head = Array.from({ length: columns }, (_, i) => HEADERS[i] ?? `Column ${i}`);
  const body = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, i) => (i ? pick(some) : `Company ${row}`)),
  );
  return isOneIn(0.9) ? [head, ...body] : body;
}

function createCsv(): DamagedFile {
  const separator = pick([',', ';', '\t', '|']);
  const isQuoted = isOneIn(0.8);
  const quoted = (cell: string) => (isQuoted ? `"${cell.replaceAll('"', '""')}"` : cell);
  const lines = createTable().map((cells) => cells.map(quoted).join(separator));
  const content = lines.join(pick(['\n', '\r\n', '\r'])) + (isOneIn(0.05) ? '"' : '');
  const bytes = Buffer.from(
    (isOneIn(0.2) ? '\ufeff' : '') + content,
    pick(['utf8', 'utf8', 'latin1', 'utf16le'] as const),
  );
  return { name: pick(['Deals.csv', 'Deals.tsv', 'Deals.xlsx', 'x']), bytes };
}

const escaped = (cell: string) => cell.replace(/[&<"]/g, (mark) => `&#${mark.charCodeAt(0)};`);

function cellXml(cell: string, strings: string[]): string {
  const place = isOneIn(0.02) ? ` r="${pick(['A1', 'B2', 'ZZ9', 'XFD1048576', 'AAAA1', ''])}"` : '';
  const kind = pickBelow(6);
  if (kind === 0) return `<c${place} t="s"><v>${pickBelow(strings.length + 1)}</v></c>`;
  if (kind === 1)
    return `<c${place} s="${pickBelow(9)}"><v>${pick(['1', '45415', '-1', '1e308'])}</v></c>`;
  if (kind === 2) return `<c${place}><f>${escaped(cell)}</f>${isOneIn(0.5) ? '<v>1</v>' : ''}</c>`;
  return `<c${place} t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
}

function workbook(): DamagedFile {
  const strings = Array.from({ length: pickBelow(50) }, () => text());
  const rows = createTable().map((cells, i) =>
    i
      ? `<row>${cells.map((cell) => cellXml(cell, strings)).join('')}</row>`
      : buildTextRow(...cells),
  );
  const formats = Array.from({ length: pickBelow(20) }, (_, i) => {
    const code = pick(['[', 'y', 'yyyy-mm-dd', '"', '[$-409]d', '\\', '0.0', ';']).repeat(
      pickBelow(300),
    );
    return `<numFmt numFmtId="${164 + i}" formatCode="${escaped(code)}"/>`;
  });
  const styles = Array.from(
    { length: pickBelow(40) },
    () => `<xf numFmtId="${160 + pickBelow(30)}"/>`,
  );
  const bytes = buildXlsx({
    rows: rows.join(''),
    strings: strings.map((string) => `<si><t>${escaped(string)}</t></si>`).join(''),
    styles: `<numFmts>${formats.join('')}</numFmts><cellXfs>${styles.join('')}</cellXfs>`,
  });
  return { name: 'Deals.xlsx', bytes: Buffer.from(bytes) };
}

const hostileFiles = new Map<string, DamagedFile>();

function createHostileFile(): DamagedFile {
  const name = pick(Object.keys(HOSTILE_FILES));
  const file = hostileFiles.get(name) ?? HOSTILE_FILES[name]!();
  hostileFiles.set(name, file);
  return file;
}
