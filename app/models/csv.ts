import { normalized } from '#db/fold';

type CsvCell = string | number | null;

/** White space, control characters and signs without width, which spreadsheet programs skip. */
const SKIPPED = /^[\s\p{Cc}\p{Cf}]+/u;
/** Begins a formula, also in the forms that compatibility normalization or an input method makes one of. */
const FORMULA_START = /^[=+\-@\u2212]/;

/** Returns the rows as CSV that spreadsheet programs open as UTF-8, in which no text is a formula. */
export function csvText(rows: CsvCell[][]): string {
  const lines = rows.map((row) => row.map(csvCell).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

function csvCell(value: CsvCell): string {
  if (typeof value !== 'string') return String(value ?? '');
  const text = isFormula(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
}

function isFormula(text: string): boolean {
  const shown = normalized(text.replace(SKIPPED, '').slice(0, 2), 'NFKC');
  return FORMULA_START.test(shown) || /^[\t\r\n]/.test(text);
}
