import { normalizeText } from '#db/fold';

type CsvCell = string | number | null;

/** White space, control characters and characters without width, which spreadsheet programs skip. */
const LEADING_INVISIBLE = /^[\s\p{Cc}\p{Cf}]+/u;
/** Starts of a formula, also in forms that normalization or an input method turns into one. */
const FORMULA_START = /^[=+\-@\u2212]/;

/** Returns the rows as CSV that spreadsheet programs open as UTF-8, in which no text is a formula. */
export function toCsv(rows: CsvCell[][]): string {
  const lines = rows.map((row) => row.map(toCsvCell).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

function toCsvCell(value: CsvCell): string {
  if (typeof value !== 'string') return String(value ?? '');
  const text = isFormula(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
}

function isFormula(text: string): boolean {
  const shown = normalizeText(text.replace(LEADING_INVISIBLE, '').slice(0, 2), 'NFKC');
  return FORMULA_START.test(shown) || /^[\t\r\n]/.test(text);
}
