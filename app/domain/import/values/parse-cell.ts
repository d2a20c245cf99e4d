import { hasLongMarkRun, normalizeText } from '#db/fold';
import { parseMoney } from '#db/money';
import type { FieldValue, ImportCell } from '#db/schema';
import { isCalendarDay } from '~/domain/date/calendar-day';
import { DealInput } from '~/domain/deal/schema';
import { DEAL_FIELDS, type DealField, MAX_INDUSTRIES } from '~/domain/deal-field/fields';
import { CRITERION_KEYS } from '~/domain/evaluation/criteria';
import { EvaluationInput } from '~/domain/evaluation/schema';
import { MAX_NOTES_LENGTH } from '~/domain/evaluation/score';
import {
  getCellText,
  isBlankCell,
  isErrorCell,
  isFormattedNumber,
} from '~/domain/import/reading/cell';
import { isSameName } from '~/domain/option-list/option-lists';
import { formatNumber, isStorable, removeInvisible } from '~/domain/text/text';
import { Email } from '~/domain/user/schema';
import { extractEmail, getEmailText } from './addresses';
import { addUnit, isBareAmount } from './amounts';
import { describeLostText, isPlaceholder, toOneLine } from './cell-text';
import { parseCustomCell, TEXT_KINDS } from './custom-value';
import { parseDateCell } from './date-cell';
import type { OptionParser } from './option-parser';
import {
  type CustomFields,
  getDayFirst,
  type ParsedCell,
  type ParseOptions,
} from './parse-options';

const dealFields = new Map<string, DealField>(DEAL_FIELDS.map((field) => [field.key, field]));

const criteria = new Set<string>(CRITERION_KEYS);

const SCORE_PATTERN =
  /^([+-]?\d+(?:[.,]\d*)?|[.,]\d+)\s*(?:(?:\/|of|out of)\s*10(?:[.,]0)?|points?|pts?\.?|分|点)?$/i;

/** Parses a cell; null if it is empty. A `reason` is the end of a sentence: 'is not a score from 0 to 10'. */
export function parseCell(target: string, cell: ImportCell, options: ParseOptions): ParsedCell {
  if (isErrorCell(cell)) return { reason: 'is an error in the spreadsheet' };
  if (isBlankCell(cell)) return { value: null };
  if (hasLongMarkRun(getCellText(cell))) return { reason: TOO_MANY_MARKS };
  const lost = describeLostText(getCellText(cell));
  if (lost) return { reason: lost };
  if (target === 'reference') return { value: removeInvisible(getCellText(cell)).trim() };
  if (target === 'owner') return parseOwner(cell);
  if (target === 'stage') return parseStage(toOneLine(cell), options);
  const customField = options.customFields?.definitions.get(target);
  if (target === 'targetFundingSize' || customField?.kind === 'money') {
    const amount = addUnit(cell, options.getAmountReading?.(target) ?? {});
    if ('reason' in amount) return amount;
    return customField
      ? parseCustomCell(customField, amount.text, options)
      : parseStandardField(target, amount.text, options);
  }
  if (customField) return parseCustomCell(customField, cell, options);
  if (target === 'keyBusinessNumbers')
    return parseStandardField(target, nameMetric(cell, options), options);
  if (criteria.has(target)) return validateValue(target, parseScore(cell, 1));
  return parseStandardField(target, cell, options);
}

function parseStandardField(target: string, cell: ImportCell, options: ParseOptions): ParsedCell {
  const field = dealFields.get(target);
  return validateValue(
    target,
    field ? parseDealField(field, cell, options) : parseText(cell, MAX_NOTES_LENGTH),
  );
}

/** Keeps the name of a metric whose cell has only its number: 'ARR (EUR k): 1200'. */
function nameMetric(cell: ImportCell, { getMetric }: ParseOptions): ImportCell {
  const text = getCellText(cell).trim();
  const isBare = isBareAmount(cell);
  if (!isBare && !parseMoney(text)) return cell;
  const metric = getMetric?.();
  return metric && (isBare || metric.isKnown) ? `${metric.name}: ${text}` : cell;
}

function parseDealField(field: DealField, cell: ImportCell, options: ParseOptions): ParsedCell {
  switch (field.kind) {
    case 'line':
      return parseText(toOneLine(cell), field.limit);
    case 'lines':
      return parseText(cell, field.limit);
    case 'choice':
      if (field.key === 'nextMeetingDate') return parseMeeting(cell, field.limit, options);
      return parseChoice(field.key, toOneLine(cell), field.limit, options.optionParser);
    case 'list':
      return parseIndustries(cell, field.limit, options);
    case 'day':
      return parseDateCell(cell, getDayFirst(options, field.key));
    case 'score':
      return parseScore(cell, 0);
  }
}

function parseStage(text: string, { storedStage, stages }: ParseOptions): ParsedCell {
  const current = stages?.toCurrentName(text) ?? text;
  const known = stages?.names.find((name) => isSameName(name, current));
  if (!known && isPlaceholder(text)) return { value: storedStage ?? null };
  if (!known) return { reason: `is not a stage. The stages are ${stages?.names.join(', ')}` };
  return known !== storedStage && stages!.withReason.includes(known)
    ? { reason: 'requires a reason, which can only be given on the page of the deal' }
    : { value: known };
}

function parseText(cell: ImportCell, limit: number): ParsedCell {
  const text = getCellText(cell);
  if (text.length > limit) return { reason: formatTooLong(text.length, limit) };
  return isStorable(text) ? { value: text } : { reason: CONTROL_CHARACTER };
}

const TOO_MANY_MARKS = 'contains more than 30 combining marks (such as accents) in a row';

const CONTROL_CHARACTER = 'contains a control character that cannot be stored';

function formatTooLong(length: number, limit: number): string {
  return `has ${formatNumber(length)} characters, and at most ${formatNumber(limit)} are allowed`;
}

const MAX_CHOICE_LENGTH = 1_000;

const MAX_LIST_LENGTH = 10_000;

function parseChoice(
  key: string,
  text: string,
  limit: number,
  optionParser?: OptionParser,
): ParsedCell {
  if (text.length > MAX_CHOICE_LENGTH) return { reason: formatTooLong(text.length, limit) };
  const isRound = key === 'fundingRound';
  const isOption = isRound ? optionParser?.isRound(text) : optionParser?.isMeeting(text);
  if (!isOption && isPlaceholder(text)) return { value: null };
  const parseSpelling = isRound ? optionParser?.parseRound : optionParser?.parseMeeting;
  return parseText(parseSpelling?.(text) ?? text, limit);
}

/** Accepts a choice, any other text, and a date, which is returned as YYYY-MM-DD. */
function parseMeeting(cell: ImportCell, limit: number, options: ParseOptions): ParsedCell {
  const text = toOneLine(cell);
  const dayFirst = getDayFirst(options, 'nextMeetingDate');
  if (!options.optionParser?.isMeeting(text) && isDate(cell, dayFirst))
    return parseDateCell(cell, dayFirst);
  return parseChoice('nextMeetingDate', text, limit, options.optionParser);
}

/** Returns the field for a parsed value: a date in the column of the next meeting is its day. */
export function getParsedField(field: string, value: FieldValue): string {
  const isDay = field === 'nextMeetingDate' && typeof value === 'string' && isCalendarDay(value);
  return isDay ? 'nextMeetingOn' : field;
}

function parseIndustries(
  cell: ImportCell,
  limit: number,
  { storedIndustries = [], optionParser }: ParseOptions,
): ParsedCell {
  const text = getCellText(cell);
  if (text.length > MAX_LIST_LENGTH) return { reason: formatTooLong(text.length, MAX_LIST_LENGTH) };
  const industries = optionParser?.parseIndustries(text, storedIndustries) ?? [text.trim()];
  if (industries.length > Math.max(MAX_INDUSTRIES, storedIndustries.length))
    return { reason: `has more than ${MAX_INDUSTRIES} industries` };
  const longest = Math.max(0, ...industries.map(({ length }) => length));
  if (longest > limit) return { reason: `has an industry of more than ${limit} characters` };
  return industries.every(isStorable) ? { value: industries } : { reason: CONTROL_CHARACTER };
}

function parseScore(cell: ImportCell, min: number): ParsedCell {
  const reason = `is not a score from ${min} to 10`;
  if (typeof cell === 'boolean' || (typeof cell === 'object' && !isFormattedNumber(cell)))
    return { reason };
  if (getCellText(cell).length > MAX_CHOICE_LENGTH) return { reason };
  if (isPlaceholder(getScoreText(cell))) return { value: null };
  const number = getScoreNumber(cell);
  const parsed = (min ? scoreSchemas.criterion : scoreSchemas.deal).safeParse(number);
  return parsed.success && number !== undefined ? { value: parsed.data ?? null } : { reason };
}

function getScoreText(cell: ImportCell): string {
  return normalizeText(getCellText(cell), 'NFKC').trim();
}

/** Returns the number of a score as it is written, which may have more decimals than a score. */
export function getScoreNumber(cell: ImportCell): number | string | undefined {
  if (typeof cell === 'number') return cell;
  return SCORE_PATTERN.exec(getScoreText(cell))?.[1]?.replace(',', '.');
}

export function isScoreField(target: string): boolean {
  return criteria.has(target) || dealFields.get(target)?.kind === 'score';
}

/** Returns whether the field has a day; that of the next meeting may also have a choice. */
export function isDayField(target: string, { definitions }: CustomFields): boolean {
  const kind = definitions.get(target)?.kind ?? dealFields.get(target)?.kind;
  return kind === 'day' || target === 'nextMeetingDate';
}

function isDate(cell: ImportCell, dayFirst: boolean | null): boolean {
  const parsedCell = parseDateCell(cell, dayFirst);
  return 'value' in parsedCell && parsedCell.value !== null;
}

const DASHES = /^[-–—]+$/;

export function isDoubtful(
  target: string,
  cell: ImportCell,
  options: Pick<ParseOptions, 'dayFirst' | 'settledDayFirst' | 'optionParser' | 'customFields'>,
): boolean {
  const text = toOneLine(cell);
  if (!text || text.length > MAX_CHOICE_LENGTH) return false;
  const { optionParser, customFields } = options;
  if (target === 'nextMeetingDate')
    return !optionParser?.isMeeting(text) && !isDate(cell, getDayFirst(options, target));
  const kind = criteria.has(target) ? 'score' : dealFields.get(target)?.kind;
  const customKind = customFields?.definitions.get(target)?.kind;
  const isTextField = kind
    ? kind !== 'day' && kind !== 'score'
    : TEXT_KINDS.includes(customKind ?? 'text');
  return !isTextField && isPlaceholder(text) && !DASHES.test(text);
}

function parseOwner(cell: ImportCell): ParsedCell {
  const email = Email.safeParse(extractEmail(getEmailText(cell)));
  return email.success ? { value: email.data } : { reason: 'is not an email address' };
}

interface ValueSchema {
  safeParse(value: unknown): { success: boolean };
}

const valueSchemas = new Map<string, ValueSchema>(
  Object.entries({ ...DealInput.shape, ...EvaluationInput.shape }),
);

const scoreSchemas = {
  deal: DealInput.shape.evaluationScore,
  criterion: EvaluationInput.shape.marketSize,
};

function validateValue(target: string, parsedCell: ParsedCell): ParsedCell {
  if ('reason' in parsedCell || parsedCell.value === null) return parsedCell;
  // Limits on industries depend on the deal.
  if (target === 'industries') return parsedCell;
  return valueSchemas.get(target)?.safeParse(parsedCell.value).success
    ? parsedCell
    : { reason: 'is not valid' };
}
