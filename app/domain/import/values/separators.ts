import { normalizeText } from '#db/fold';
import type { ColumnNotation, DecimalSeparator, ImportSheet, NumberNotation } from '#db/schema';

/** Decides whether points and commas separate decimals or thousands in a column (rule 16.109). */

/** Matches '1.200' and '1,200', which people write for 1.2 and for 1200. */
const OPEN_NUMBER = /(?<![\d.,])[1-9]\d{0,2}[.,]\d{3}(?![\d.,])/;

const OPEN_NUMBERS = new RegExp(OPEN_NUMBER, 'g');

const SEPARATED_NUMBERS = /(?<![\d.,])\d+(?:[.,]\d+)+(?![\d.,])/g;

/** Matches '1.234.567', and Indian '12,34,567'. */
const REPEATED_GROUPS = /^\d{1,3}([.,])(?:\d{2,3}\1)+\d{3}$/;

const getOther = (separator: DecimalSeparator) => (separator === '.' ? ',' : '.');

/** Returns undefined for an open number, and for a date. */
function findDecimalSeparator(number: string): DecimalSeparator | undefined {
  const separators = [...number.matchAll(/[.,]/g)].map(([sign]) => sign as DecimalSeparator);
  const last = separators.at(-1)!;
  if (REPEATED_GROUPS.test(number)) return getOther(last);
  const isRepeated = separators.indexOf(last) < separators.length - 1;
  return isRepeated || OPEN_NUMBER.test(number) ? undefined : last;
}

/** Adds what the numbers of an amount say. */
export function recordNotation(notation: NumberNotation, amount: string): void {
  const [open] = OPEN_NUMBER.exec(amount) ?? [];
  if (open) notation.open ??= open;
  for (const [number] of amount.matchAll(SEPARATED_NUMBERS)) {
    const found = findDecimalSeparator(number);
    if (found) notation.decimal = (notation.decimal ?? found) === found ? found : 'both';
  }
}

type SheetNotation = Pick<ImportSheet, 'notations' | 'chosenSeparators'>;

/** Returns undefined if the column's numbers disagree or say nothing, and nobody has chosen. */
export function getDecimalSeparator(
  { notations = {}, chosenSeparators = {} }: SheetNotation,
  column: number,
  kind: keyof ColumnNotation = 'bare',
): DecimalSeparator | undefined {
  const { decimal } = notations[column]?.[kind] ?? {};
  return decimal === undefined || decimal === 'both' ? chosenSeparators[column] : decimal;
}

export function listSeparators(sheet: SheetNotation, column: number) {
  return {
    bare: getDecimalSeparator(sheet, column, 'bare'),
    money: getDecimalSeparator(sheet, column, 'money'),
  };
}

/** Returns the first open number of a column whose other numbers do not decide about it. */
export function findOpenNumber(
  { notations = {} }: SheetNotation,
  column: number,
): string | undefined {
  const { bare, money } = notations[column] ?? {};
  const undecided = [bare, money].filter((kind) => !kind?.decimal || kind.decimal === 'both');
  return undecided.find((kind) => kind?.open)?.open;
}

/** Writes '1.200' as '1200' where commas separate decimals, and as '1.2' where points do. */
export function resolveNumbers(text: string, separator: DecimalSeparator): string {
  return text.replace(OPEN_NUMBERS, (number) =>
    number.includes(separator)
      ? String(Number(number.replace(',', '.')))
      : number.replace(/[.,]/, ''),
  );
}

/** Returns '1.200 may be 1.2 or 1,200'; undefined if the text has no open number. */
export function describeAmbiguousNumber(text: string): string | undefined {
  const [number] = OPEN_NUMBER.exec(text) ?? [];
  if (!number) return undefined;
  const { decimal, thousands } = listReadings(number);
  return `${number} may be ${decimal} or ${thousands}`;
}

/** Returns '1.2' and '1,200' for '1.200'. */
export function listReadings(openNumber: string): { decimal: string; thousands: string } {
  return {
    decimal: String(Number(openNumber.replace(',', '.'))),
    thousands: openNumber.replace('.', ','),
  };
}

const WHOLE_OPEN_NUMBER = new RegExp(`^[-+]?${OPEN_NUMBER.source}$`);

/** Matches '1200', '1 200', "1'234'567" and Indian '12,34,567'. */
const WHOLE_NUMBER = /^(?:\d+|[1-9]\d{0,2}([.,'’ ])\d{3}(?:\1\d{3})*|[1-9]\d?(?:,\d{2})*,\d{3})$/;

/**
 * Writes '1.234,5' as '1234.5', and other texts as they are. Returns undefined for '1.200' where the
 * separator is unknown; '1,200' is 1200 there, as in the rest of the product.
 */
export function toPlainNumber(
  text: string,
  separator: DecimalSeparator | undefined,
): string | undefined {
  const trimmed = normalizeText(text, 'NFKC').trim().replace(/^−/, '-');
  if (WHOLE_OPEN_NUMBER.test(trimmed)) {
    if (!separator && trimmed.includes('.')) return undefined;
    return resolveNumbers(trimmed, separator ?? '.');
  }
  const unsigned = trimmed.replace(/^[-+]/, '');
  if (WHOLE_NUMBER.test(unsigned)) return trimmed.replace(/[^\d+-]/g, '');
  const [, whole = '', sign, decimals] = /^(.+)([.,])(\d+)$/.exec(unsigned) ?? [];
  if (!WHOLE_NUMBER.test(whole) || whole.includes(sign!)) return text;
  return `${trimmed.startsWith('-') ? '-' : ''}${whole.replace(/\D/g, '')}.${decimals}`;
}
