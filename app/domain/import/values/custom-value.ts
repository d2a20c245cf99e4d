import type { CustomField, ImportCell } from '#db/schema';
import { MAX_LONG_TEXT_LENGTH, MAX_OPTION_LENGTH, MAX_OPTIONS } from '~/domain/custom-field/limits';
import { toCustomFieldName } from '~/domain/custom-field/names';
import { parseCustomFieldValue } from '~/domain/custom-field/value-schema';
import { getCellText, isFormattedNumber, parseFormattedNumber } from '~/domain/import/reading/cell';
import { isSameName } from '~/domain/option-list/option-lists';
import { extractEmail, extractWebAddress, getEmailText } from './addresses';
import { isPlaceholder, toOneLine } from './cell-text';
import { parseDateCell } from './date-cell';
import { getDayFirst, type ParsedCell, type ParseOptions } from './parse-options';
import { describeAmbiguousNumber, toPlainNumber } from './separators';

const CUSTOM_VALUE_ERRORS: Record<CustomField['kind'], string> = {
  text: 'is too long, or contains a control character',
  longText: 'is too long, or contains a control character',
  number: 'is not a number',
  money: 'is not an amount with its currency, such as USD 5M',
  day: 'is not a valid date',
  choice: 'is not one of the choices',
  choices: 'contains a value that is not one of the choices',
  yesNo: 'is neither yes nor no',
  link: 'is not an address that begins with https://',
  person: 'is not the email of anyone who can log in',
};

/** Fits a long text, and all choices of a field. */
const MAX_CUSTOM_TEXT_LENGTH = Math.max(
  MAX_LONG_TEXT_LENGTH,
  MAX_OPTIONS * (MAX_OPTION_LENGTH + ', '.length),
);

export const TEXT_KINDS: CustomField['kind'][] = ['text', 'longText', 'choice', 'choices'];

export function parseCustomCell(
  field: CustomField,
  cell: ImportCell,
  options: ParseOptions,
): ParsedCell {
  const { kind } = field;
  const text = getCustomCellText(field, cell);
  const isChoice = kind === 'choice' || kind === 'choices';
  const isOption = field.options.some((option) => isSameName(option, text));
  if ((!TEXT_KINDS.includes(kind) || (isChoice && !isOption)) && isPlaceholder(text))
    return { value: null };
  if (kind === 'day')
    return parseDateCell(cell, getDayFirst(options, toCustomFieldName(field.key)));
  if (text.length > MAX_CUSTOM_TEXT_LENGTH) return { reason: CUSTOM_VALUE_ERRORS[kind] };
  if (kind === 'number') return parseNumberCell(field, cell, options);
  return parseCustomText(field, text, options);
}

function parseCustomText(field: CustomField, text: string, options: ParseOptions): ParsedCell {
  const { value, error } = parseCustomFieldValue(field, text, options.customFields!.people);
  return error === undefined ? { value } : { reason: CUSTOM_VALUE_ERRORS[field.kind] };
}

/** Reads '1.200' as the other numbers of its column decide, and not without them (rule 16.109). */
function parseNumberCell(field: CustomField, cell: ImportCell, options: ParseOptions): ParsedCell {
  const text = getCustomCellText(field, cell);
  if (typeof cell !== 'string') return parseCustomText(field, text, options);
  const { separators } = options.getAmountReading?.(toCustomFieldName(field.key)) ?? {};
  const number = toPlainNumber(text, separators?.bare);
  return number === undefined
    ? { reason: `is not clear as a number: ${describeAmbiguousNumber(text)}` }
    : parseCustomText(field, number, options);
}

function getCustomCellText({ kind }: CustomField, cell: ImportCell): string {
  if (kind === 'longText') return getCellText(cell);
  if (kind === 'link') return extractWebAddress(cell);
  if (kind === 'person') return extractEmail(toOneLine(getEmailText(cell)));
  // Number fields have no unit: '$5.00M' is the five million of the cell, but '85%' may be both.
  const isWholeNumber =
    kind === 'number' &&
    isFormattedNumber(cell) &&
    parseFormattedNumber(cell.shown) === cell.number;
  return isWholeNumber ? String(cell.number) : toOneLine(cell);
}
