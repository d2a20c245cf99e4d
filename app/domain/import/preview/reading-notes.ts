import type { FieldValue, ImportCell } from '#db/schema';
import { getContactKey } from '~/domain/contact/import-fields';
import { isCalendarDay } from '~/domain/date/calendar-day';
import { getCellText, isDateCell } from '~/domain/import/reading/cell';
import { formatUnit, isWithoutUnit } from '~/domain/import/values/amounts';
import { toOneLine } from '~/domain/import/values/cell-text';
import { findTime } from '~/domain/import/values/dates';
import {
  getParsedField,
  getScoreNumber,
  isDayField,
  isScoreField,
} from '~/domain/import/values/parse-cell';
import type { CustomFields } from '~/domain/import/values/parse-options';
import type { FieldValues } from './comparison';
import {
  type FileRow,
  getAmountReading,
  getCell,
  getCellAddress,
  listMappedFields,
} from './file-row';

/** Accounting writes negative amounts in brackets. */
const NEGATIVE_AMOUNT = /^[\p{Sc}A-Z]{0,4}\s?\([\p{Sc}A-Z]{0,4}\s?\d[\d.,\s]*[A-Z]{0,8}\)$/iu;

const NEGATIVE_KEPT = 'an amount in brackets is negative, and kept as text';

const DATE_KEPT = 'the workbook has a date here, which is kept as text';

/** Lists the cells that are imported with less than they say (rule 16.28). */
export function listReadingNotes(
  row: FileRow,
  values: FieldValues,
  customFields: CustomFields,
): string[] {
  const contactFields = [...row.columns.keys()].filter(getContactKey);
  return [...listMappedFields(row), ...contactFields].flatMap((field) => {
    const cell = getCell(row, field);
    const note = isScoreField(field)
      ? describeRounding(cell, values[field])
      : (describeTime(field, cell, values) ??
        describeDate(field, cell, { values, customFields }) ??
        describeAmount(row, field, values[field]));
    return note ? [`${getCellAddress(row, field)}: ${note}`] : [];
  });
}

/** Names a date that became a text: spreadsheets take a range such as 5-10 and a name such as 5-May for days. */
function describeDate(
  field: string,
  cell: ImportCell,
  { values, customFields }: { values: FieldValues; customFields: CustomFields },
): string | undefined {
  const isKept = isDateCell(cell) && (values[field] ?? null) !== null;
  return isKept && !isDayField(field, customFields) ? DATE_KEPT : undefined;
}

function describeRounding(cell: ImportCell, value: FieldValue | undefined): string | undefined {
  const number = Number(getScoreNumber(cell) ?? Number.NaN);
  const isRounded = typeof value === 'number' && Math.abs(number - value) > 1e-9;
  return isRounded ? `the score ${getCellText(cell).trim()} is rounded to ${value}` : undefined;
}

function describeTime(field: string, cell: ImportCell, values: FieldValues): string | undefined {
  const day = values[field] ?? values.nextMeetingOn;
  if (typeof day !== 'string' || !isCalendarDay(day)) return undefined;
  const parsedField = getParsedField(field, day);
  const time = values[parsedField] === day ? findTime(cell) : undefined;
  const noun = parsedField === 'nextMeetingOn' ? 'a next meeting' : 'this field';
  return time && `the time ${time} is left out, as ${noun} has only a day`;
}

function describeAmount(
  row: FileRow,
  field: string,
  value: FieldValue | undefined,
): string | undefined {
  const unit = getAmountReading(row, field);
  const text = toOneLine(getCell(row, field));
  if (field !== 'targetFundingSize' || value !== text) return undefined;
  if (NEGATIVE_AMOUNT.test(text)) return NEGATIVE_KEPT;
  return isWithoutUnit(text, unit)
    ? `the unit ${formatUnit(unit)} of the column is not added to the text`
    : undefined;
}
