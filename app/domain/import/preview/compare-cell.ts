import { normalizeText } from '#db/fold';
import type { FieldValue, ImportCell, ImportedChange } from '#db/schema';
import { toCustomFieldCell, toExportCell } from '~/domain/export/cells';
import { isSameValue, normalizeLineEnds } from '~/domain/history/field-value';
import { getCellText } from '~/domain/import/reading/cell';
import type { ParseOptions } from '~/domain/import/values/parse-options';

/** Workbooks have one character per line end, and cannot hold U+FFFE and U+FFFF. */
function normalizeCellText(text: string): string {
  return normalizeLineEnds(text)
    .replace(/[\ufffe\uffff]/g, '')
    .trim();
}

export function isSameImportedValue(a: FieldValue, b: FieldValue): boolean {
  const toPlain = (value: FieldValue) =>
    typeof value === 'string' ? normalizeCellText(value) : value;
  return isSameValue(toPlain(a), toPlain(b));
}

function isSameNumber(value: number, cell: ImportCell): boolean {
  const text = getCellText(cell).trim().replace(',', '.');
  const number = text ? Number(text) : Number.NaN;
  return Math.abs(number - value) < 1e-9 || text === value.toFixed(1);
}

/** Allows for the 15 digits of a spreadsheet's number, a decimal comma and digits cut by an exponent. */
function isSameSpreadsheetNumber(value: number, cell: ImportCell): boolean {
  const text = getCellText(cell).trim();
  const plain = text.replace(',', '.');
  const [, mantissa] = /^[-+]?(\d\.\d{1,14}|\d)e[-+]?\d{1,3}$/i.exec(plain) ?? [];
  const shown = mantissa ? Number(value.toPrecision(mantissa.replace('.', '').length)) : value;
  const isSame = (digits: string) =>
    digits !== '' && Math.abs(Number(digits) - shown) <= Math.abs(shown) * 1e-14;
  return isSame(plain) || isSame(text.replaceAll(',', ''));
}

/** Compares a cell with the export of the value, without parsing it. */
export function isExportedValue(
  field: string,
  value: FieldValue,
  cell: ImportCell,
  { customFields, stages }: Pick<ParseOptions, 'customFields' | 'stages'>,
): boolean {
  const customField = customFields?.definitions.get(field);
  const exported = customField
    ? toCustomFieldCell(customField, value, customFields!.people)
    : toExportCell(field, value);
  if (customField && typeof exported === 'number') return isSameSpreadsheetNumber(exported, cell);
  if (typeof exported === 'number') return isSameNumber(exported, cell);
  const text = field === 'stage' ? toCurrentStage(cell, stages) : getCellText(cell);
  if (exported instanceof Date) return text.slice(0, 10) === value;
  const whole = normalizeCellText(exported ?? '');
  return normalizeCellText(text) === whole || isLossyEncoding(normalizeCellText(text), whole);
}

function toCurrentStage(cell: ImportCell, stages: ParseOptions['stages']): string {
  const text = getCellText(cell).trim();
  return stages?.toCurrentName(text) ?? text;
}

/** Detects a text saved in an encoding that replaces characters by '?' or a plain form. */
function isLossyEncoding(text: string, whole: string): boolean {
  const characters = [...text];
  const originals = [...whole];
  const isLost = (character: string, original: string) =>
    original > '\u007f' && (character === '?' || character === normalizeText(original, 'NFKC'));
  return (
    characters.includes('?') &&
    characters.length === originals.length &&
    characters.every(
      (character, i) => character === originals[i] || isLost(character, originals[i]!),
    )
  );
}

interface Versions {
  stored: FieldValue;
  base?: { value: FieldValue };
}

/**
 * Returns undefined if the value changes nothing. Somebody else's change since the export to another
 * value makes it a conflict, and so does any difference without a base.
 */
export function compareValue(
  field: string,
  to: FieldValue,
  { stored, base }: Versions,
): ImportedChange | undefined {
  if (isSameImportedValue(to, stored) || (base && isSameImportedValue(to, base.value)))
    return undefined;
  const change = { field, from: stored, to };
  if (!base) return { ...change, isConflict: true };
  return isSameImportedValue(stored, base.value)
    ? change
    : { ...change, base: base.value, isConflict: true };
}
