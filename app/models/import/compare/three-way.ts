import { normalized } from '#db/fold';
import type { FieldOutcome, FieldValue, ImportCell } from '#db/schema';
import { isSameValue, plainLines } from '~/models/history/field-value';
import { exportedCell, ownCell } from '~/models/export/cells';
import { cellText, isErrorCell } from '~/models/import/cell';
import { type KnownFields, readCell, type ReadOptions } from './values';

/** Each line end is one character in a workbook, which cannot hold U+FFFE and U+FFFF. */
function plainText(text: string): string {
  return plainLines(text)
    .replace(/[\ufffe\uffff]/g, '')
    .trim();
}

/** White space at both ends makes no difference. */
export function isSame(a: FieldValue, b: FieldValue): boolean {
  const plain = (value: FieldValue) => (typeof value === 'string' ? plainText(value) : value);
  return isSameValue(plain(a), plain(b));
}

/** Scores are compared as they are shown too: with one decimal. */
function isSameNumber(value: number, cell: ImportCell): boolean {
  const text = cellText(cell).trim().replace(',', '.');
  const number = text ? Number(text) : Number.NaN;
  return Math.abs(number - value) < 1e-9 || text === value.toFixed(1);
}

/** A spreadsheet has 15 digits of a number. */
function isExact(value: number, cell: ImportCell): boolean {
  const text = cellText(cell).trim();
  return text !== '' && Math.abs(Number(text) - value) <= Math.abs(value) * 1e-14;
}

/** Whether a cell is as an export of the value has it, whatever it would be read as. */
function looksExported(
  field: string,
  value: FieldValue,
  cell: ImportCell,
  known?: KnownFields,
): boolean {
  if (isErrorCell(cell)) return false;
  const own = known?.fields.get(field);
  const exported = own ? ownCell(own, value, known!.people) : exportedCell(field, value);
  if (own && typeof exported === 'number') return isExact(exported, cell);
  if (typeof exported === 'number') return isSameNumber(exported, cell);
  const text = cellText(cell);
  if (exported instanceof Date) return text.slice(0, 10) === value;
  const whole = plainText(exported ?? '');
  return plainText(text) === whole || isEncodedWithLoss(plainText(text), whole);
}

/** True where a program saved it in an encoding that has '?' or a plain form for some characters. */
function isEncodedWithLoss(text: string, whole: string): boolean {
  const [signs, before] = [[...text], [...whole]];
  const isLost = (sign: string, was: string) =>
    was > '\u007f' && (sign === '?' || sign === normalized(was, 'NFKC'));
  return (
    signs.includes('?') &&
    signs.length === before.length &&
    signs.every((sign, i) => sign === before[i] || isLost(sign, before[i]!))
  );
}

interface Versions {
  /** As it is now. */
  stored: FieldValue;
  /** As it was exported; undefined if that is not known. */
  base?: { value: FieldValue };
}

/**
 * What a cell of an exported row changes: undefined for nothing. Somebody else's change since the
 * export to another value makes it a conflict, and so does any difference without a base.
 */
export function compareCell(
  field: string,
  cell: ImportCell,
  { stored, base }: Versions,
  options: ReadOptions,
): FieldOutcome | { reason: string } | undefined {
  if (looksExported(field, base ? base.value : stored, cell, options.own)) return undefined;
  const read = readCell(field, cell, options);
  if ('reason' in read) return read;
  return difference(field, read.value, { stored, base });
}

/** The same for a value that has been read. */
export function difference(
  field: string,
  to: FieldValue,
  { stored, base }: Versions,
): FieldOutcome | undefined {
  if (isSame(to, stored) || (base && isSame(to, base.value))) return undefined;
  const change = { field, from: stored, to };
  if (!base) return { ...change, isConflict: true };
  return isSame(stored, base.value) ? change : { ...change, base: base.value, isConflict: true };
}
