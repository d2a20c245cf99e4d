import { hasLongMarkRun, normalized } from '#db/fold';
import type { ColumnAmount, FieldValue, ImportCell, OwnField } from '#db/schema';
import type { Person } from '~/models/field/values';
import { readValue } from '~/models/field/schema';
import { CRITERIA } from '~/models/evaluation/criteria';
import { EvaluationInput } from '~/models/evaluation/schema';
import { NOTES_LIMIT } from '~/models/evaluation/score';
import { MAX_INDUSTRIES, PIPELINE_FIELDS, type PipelineField } from '~/models/pipeline/fields';
import { PipelineInput } from '~/models/pipeline/schema';
import { isStorable } from '~/models/text';
import { Email } from '~/models/user/schema';
import { cellText, isErrorCell, isShownNumber, shownAmount } from '~/models/import/cell';
import { sameName } from '~/models/lists/lists';
import { withUnit } from '~/models/import/match/amounts';
import { addressIn, webAddressIn } from './addresses';
import { OUT_OF_RANGE, readDay } from './days';
import type { Spellings } from './spellings';

export { isAmbiguousDay } from './days';

/** The fund's stages. */
export interface KnownStages {
  names: string[];
  /** Those that ask for a reason, which a file cannot give. */
  withReason: string[];
}

/** The fund's own fields by name, and who they can name. */
export interface KnownFields {
  fields: Map<string, OwnField>;
  people: Person[];
}

export type ReadCell = { value: FieldValue } | { reason: string };

export interface ReadOptions {
  dayFirst: boolean | null;
  /** The industries of the deal that the row is about. */
  industries?: readonly string[];
  /** The stage of that deal. */
  stage?: string;
  stages?: KnownStages;
  spellings?: Spellings;
  own?: KnownFields;
  /** What a bare amount in a field is in. */
  amountOf?: (target: string) => ColumnAmount;
}

const fields = new Map<string, PipelineField>(PIPELINE_FIELDS.map((field) => [field.key, field]));
const criteria = new Set<string>(CRITERIA.map(({ key }) => key));

/** What stands in a column of scores or days where there is none. */
const NOTHING = /^(?:[-–—]+|n\/?a|tbd|tba)$/i;
/** More words for it. */
const NOT_YET =
  /^(?:tbc|none|open|unknown|\?+|k\. ?a\.?|keine|offen|unbekannt|暂无|无|無|待定|未定|未知|不明|なし)$/i;
export const saysNothing = (text: string) => NOTHING.test(text) || NOT_YET.test(text);
const OF_TEN =
  /^([+-]?\d+(?:[.,]\d*)?|[.,]\d+)\s*(?:(?:\/|of|out of)\s*10(?:[.,]0)?|points?|分|点)?$/i;

/**
 * The value of a cell for a field, null if it is empty; or the reason why it has none, as the end
 * of a sentence: 'is not a score from 0 to 10'.
 */
export function readCell(target: string, cell: ImportCell, options: ReadOptions): ReadCell {
  if (isErrorCell(cell)) return { reason: 'is an error in the spreadsheet' };
  if (!cellText(cell).trim()) return { value: null };
  if (hasLongMarkRun(cellText(cell))) return { reason: MARKS };
  if (cellText(cell).includes(UNDECODABLE)) return { reason: NOT_DECODED };
  if (target === 'reference') return { value: cellText(cell).trim() };
  if (target === 'owner') return readOwner(cell);
  if (target === 'stage') return readStage(oneLine(cell), options);
  const own = options.own?.fields.get(target);
  if (target === 'targetFundingSize' || own?.kind === 'money') {
    const read = withUnit(cell, options.amountOf?.(target) ?? {});
    if ('reason' in read) return read;
    return own ? readOwnCell(own, read.text, options) : readLine(target, read.text, options);
  }
  if (own) return readOwnCell(own, cell, options);
  if (criteria.has(target)) return checked(target, readScore(cell, 1));
  return readLine(target, cell, options);
}

/** Stands where a byte was no character of the file's encoding. */
const UNDECODABLE = '\ufffd';
export const NOT_DECODED = 'contains a character that could not be read';

export function isDecoded(text: string): boolean {
  return !text.includes(UNDECODABLE);
}

function readLine(target: string, cell: ImportCell, options: ReadOptions): ReadCell {
  const field = fields.get(target);
  return checked(target, field ? readField(field, cell, options) : readText(cell, NOTES_LIMIT));
}

function readField(field: PipelineField, cell: ImportCell, options: ReadOptions): ReadCell {
  switch (field.kind) {
    case 'line':
      return readText(oneLine(cell), field.limit);
    case 'lines':
      return readText(cell, field.limit);
    case 'choice':
      return readChoice(field.key, oneLine(cell), field.limit, options.spellings);
    case 'list':
      return readList(cell, field.limit, options);
    case 'day':
      return readCalendarDay(cell, options.dayFirst);
    case 'score':
      return readScore(cell, 0);
  }
}

/** Why a cell is no value of an own field. */
const NOT_OWN: Record<OwnField['kind'], string> = {
  text: 'is too long, or contains a control character',
  longText: 'is too long, or contains a control character',
  number: 'is not a number',
  money: 'is not an amount with its currency, such as USD 5M',
  day: 'is not a valid date',
  choice: 'is not one of the choices',
  choices: 'contains a value that is not one of the choices',
  yesNo: 'is neither yes nor no',
  link: 'is not an address that begins with https://',
  person: 'is not the email of a colleague who can log in',
};
const WORDS: OwnField['kind'][] = ['text', 'longText', 'choice', 'choices'];

function readOwnCell(field: OwnField, cell: ImportCell, options: ReadOptions): ReadCell {
  const { kind } = field;
  const text = ownText(field, cell);
  const isChoice = kind === 'choice' || kind === 'choices';
  const isOption = field.options.some((option) => sameName(option, text));
  if ((!WORDS.includes(kind) || (isChoice && !isOption)) && saysNothing(text))
    return { value: null };
  if (kind === 'day') return readCalendarDay(cell, options.dayFirst);
  if (text.length > NOTES_LIMIT) return { reason: NOT_OWN[kind] };
  const { value, error } = readValue(field, text, options.own!.people);
  return error === undefined ? { value } : { reason: NOT_OWN[kind] };
}

function ownText({ kind }: OwnField, cell: ImportCell): string {
  if (kind === 'longText') return cellText(cell);
  if (kind === 'link') return webAddressIn(cell);
  // A number field has no unit: '$5.00M' is the five million of the cell, but '85%' may be both.
  const isWholeNumber =
    kind === 'number' && isShownNumber(cell) && shownAmount(cell.shown) === cell.number;
  return isWholeNumber ? String(cell.number) : oneLine(cell);
}

export function oneLine(cell: ImportCell): string {
  const lines = cellText(cell).split('\n');
  return lines
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ');
}

function readStage(text: string, { stage, stages }: ReadOptions): ReadCell {
  const known = stages?.names.find((name) => sameName(name, text));
  if (!known && saysNothing(text)) return { value: stage ?? null };
  if (!known) return { reason: `is not a stage. The stages are ${stages?.names.join(', ')}` };
  return known !== stage && stages!.withReason.includes(known)
    ? { reason: 'requires a reason, which can only be given on the page of the deal' }
    : { value: known };
}

function readText(cell: ImportCell, limit: number): ReadCell {
  const text = cellText(cell);
  if (text.length > limit) return { reason: tooLong(text.length, limit) };
  return isStorable(text) ? { value: text } : { reason: CONTROL };
}

const MARKS = 'contains more than 30 combining marks (such as accents) in a row';
const CONTROL = 'contains a control character that cannot be stored';

function tooLong(length: number, limit: number): string {
  return `has ${counted(length)} characters, and at most ${counted(limit)} are allowed`;
}

function counted(count: number): string {
  return count.toLocaleString('en');
}

/** Longer texts are no scores, no known choices and no lists, however they are written. */
const LONGEST_CHOICE = 1_000;
const LONGEST_LIST = 10_000;

function readChoice(key: string, text: string, limit: number, spellings?: Spellings): ReadCell {
  if (text.length > LONGEST_CHOICE) return { reason: tooLong(text.length, limit) };
  const read = key === 'fundingRound' ? spellings?.round : spellings?.meeting;
  return readText(read?.(text) ?? text, limit);
}

function readList(
  cell: ImportCell,
  limit: number,
  { industries: stored = [], spellings }: ReadOptions,
): ReadCell {
  const text = cellText(cell);
  if (text.length > LONGEST_LIST) return { reason: tooLong(text.length, LONGEST_LIST) };
  const industries = spellings?.industries(text, stored) ?? [text.trim()];
  if (industries.length > Math.max(MAX_INDUSTRIES, stored.length))
    return { reason: `has more than ${MAX_INDUSTRIES} industries` };
  const longest = Math.max(0, ...industries.map(({ length }) => length));
  if (longest > limit) return { reason: `has an industry of more than ${limit} characters` };
  return industries.every(isStorable) ? { value: industries } : { reason: CONTROL };
}

function readCalendarDay(cell: ImportCell, dayFirst: boolean | null): ReadCell {
  if (saysNothing(cellText(cell).trim())) return { value: null };
  const day = readDay(cell, dayFirst);
  if (day === 'open')
    return { reason: 'could be read in two ways: is the day or the month first?' };
  if (day === OUT_OF_RANGE) return { reason: 'has a year outside 1900 to 2200' };
  return day ? { value: day } : { reason: 'is not a valid date' };
}

function readScore(cell: ImportCell, lowest: number): ReadCell {
  const reason = `is not a score from ${lowest} to 10`;
  if (typeof cell === 'boolean' || (typeof cell === 'object' && !isShownNumber(cell)))
    return { reason };
  if (cellText(cell).length > LONGEST_CHOICE) return { reason };
  const text = normalized(cellText(cell), 'NFKC').trim();
  if (saysNothing(text)) return { value: null };
  const number = typeof cell === 'number' ? cell : OF_TEN.exec(text)?.[1]?.replace(',', '.');
  const parsed = (lowest ? scores.criterion : scores.deal).safeParse(number);
  return parsed.success && number !== undefined ? { value: parsed.data ?? null } : { reason };
}

const NO_VALUE = /^[-–—]+$/;

/** True for a meeting that gives no date, and for 'tbd' and the like where something else than words belongs. */
export function isDoubtful(
  target: string,
  cell: ImportCell,
  spellings: Spellings,
  own?: KnownFields,
): boolean {
  const text = oneLine(cell);
  if (!text || text.length > LONGEST_CHOICE) return false;
  if (target === 'nextMeetingDate') return !spellings.isMeeting(text);
  const kind = criteria.has(target) ? 'score' : fields.get(target)?.kind;
  const ownKind = own?.fields.get(target)?.kind;
  const isOfWords = kind ? kind !== 'day' && kind !== 'score' : WORDS.includes(ownKind ?? 'text');
  return !isOfWords && saysNothing(text) && !NO_VALUE.test(text);
}

function readOwner(cell: ImportCell): ReadCell {
  const email = Email.safeParse(addressIn(cellText(cell).trim()));
  return email.success ? { value: email.data } : { reason: 'is not an email address' };
}

interface Schema {
  safeParse(value: unknown): { success: boolean };
}
const schemas = new Map<string, Schema>(
  Object.entries({ ...PipelineInput.shape, ...EvaluationInput.shape }),
);
const scores = {
  deal: PipelineInput.shape.evaluationScore,
  criterion: EvaluationInput.shape.marketSize,
};

/** The last word on every value has the schema of the form. */
function checked(target: string, read: ReadCell): ReadCell {
  if ('reason' in read || read.value === null) return read;
  // How many industries a deal may keep is known only with the deal.
  if (target === 'industries') return read;
  return schemas.get(target)?.safeParse(read.value).success ? read : { reason: 'is not valid' };
}
