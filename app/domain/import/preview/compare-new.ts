import type { CellProblem, FieldValue, ImportedChange } from '#db/schema';
import { hasSameNameWithoutForm } from '~/domain/deal/company-key';
import { CURRENCY_TARGET } from '~/domain/import/mapping/targets';
import { getCellText, isBlankCell } from '~/domain/import/reading/cell';
import { parseCurrency } from '~/domain/import/values/amounts';
import { isPlaceholder, toOneLine } from '~/domain/import/values/cell-text';
import { getParsedField } from '~/domain/import/values/parse-cell';
import { addFieldComment, appendCommentLines, listAppendedLines } from './comment-lines';
import { isSameImportedValue } from './compare-cell';
import {
  createParsedRow,
  type FieldValues,
  type ParsedRow,
  type RowComparison,
  type RowContext,
  type StoredDeal,
} from './comparison';
import { addContactProblems, parseContact } from './contact';
import { decideStageOfSheet, parseDecidedCell } from './decided-cell';
import {
  createCellProblem,
  createMeetingProblem,
  type FileRow,
  getCell,
  listMappedFields,
} from './file-row';
import {
  addLinkedValues,
  buildChecks,
  buildOutcome,
  buildParseOptions,
  getRowKind,
  isDoubtfulCell,
  listDifferences,
  pickContactId,
  refuseSkippedCells,
} from './outcome';
import { findNamedOwner } from './owner';
import { listReadingNotes } from './reading-notes';
import { isEmptyValue } from './row-choices';

function parseFilledCells(row: FileRow, context: RowContext, stored?: FieldValues): ParsedRow {
  const parsed = createParsedRow();
  const options = buildParseOptions(row, context, stored ?? {});
  for (const field of listMappedFields(row)) {
    const cell = getCell(row, field);
    if (isBlankCell(cell)) continue;
    if (field === 'owner') {
      const owner = findNamedOwner(row, context, parsed);
      if (owner) {
        parsed.ownerId = owner.id;
        parsed.values.owner = owner.email;
      }
      continue;
    }
    const parsedCell = parseDecidedCell(row, field, options, { context, parsed });
    if (parsedCell && parsedCell.value !== null) addValue(row, field, parsedCell.value, parsed);
    else if (parsedCell && isAddedToComments(row, field, context))
      addFieldComment(parsed, row, field, toOneLine(cell));
  }
  const stage = decideStageOfSheet(row, options, { context, parsed });
  if (stage) parsed.values.stage ??= stage;
  skipEndedMeeting(row, context, parsed, stored);
  parsed.skippedCells.push(...listCurrencyProblems(row));
  const contact = parseContact(row);
  const values = { ...parsed.values, ...contact.values };
  parsed.notes.push(...listReadingNotes(row, values, context.customFields));
  addContactProblems(parsed, contact);
  parsed.values = values;
  if (row.holds === 'deals') addComments(row, parsed);
  if (stored)
    parsed.changes = [
      ...listDifferences(stored, { ...parsed.values, ...listMergedComments(row, parsed, stored) }),
      ...listUndecided(row, stored, context),
    ].map((change) => addLinkedValues(change, stored));
  return parsed;
}

/** Adds a value; of two days of the next meeting, the one in its own column counts. */
function addValue(row: FileRow, field: string, value: FieldValue, parsed: ParsedRow): void {
  const target = getParsedField(field, value);
  const earlier = parsed.values[target] ?? null;
  if (earlier !== null && earlier !== value) parsed.skippedCells.push(createMeetingProblem(row));
  if (earlier === null || field === target) parsed.values[target] = value;
}

/** Returns whether 'tbd' and the like go into the comments, as all values that could not be read. */
function isAddedToComments(row: FileRow, field: string, context: RowContext): boolean {
  return context.decisions.others?.do === 'comment' && isDoubtfulCell(row, field, context);
}

const MEETING_FIELDS = ['nextMeetingDate', 'nextMeetingOn'];

const MEETING_ENDED = 'is left empty because the deal is closed';

/**
 * Skips the next meeting of a row whose deal is closed: in a list it is from before the closing. The
 * API, which refuses such cells, takes both as they are sent.
 */
function skipEndedMeeting(
  row: FileRow,
  { stages, refusesCells }: RowContext,
  { values, skippedCells }: ParsedRow,
  stored?: FieldValues,
): void {
  const { stage } = values;
  if (refusesCells || typeof stage !== 'string' || !stages.final.includes(stage)) return;
  if (stage === stored?.stage && hasMeeting(stored)) return;
  const isSet = hasMeeting(values);
  for (const field of MEETING_FIELDS) {
    delete values[field];
    if (isSet && !isBlankCell(getCell(row, field)))
      skippedCells.push(createCellProblem(row, field, MEETING_ENDED));
  }
}

function hasMeeting(values: FieldValues): boolean {
  return MEETING_FIELDS.some((field) => !isEmptyValue(values[field] ?? null));
}

function addComments(row: FileRow, parsed: ParsedRow): void {
  parsed.commentLines.push(...listAppendedLines(row));
  const comments = appendCommentLines(row, parsed.values.comments ?? null, parsed);
  if (comments !== undefined) parsed.values.comments = comments;
}

function listMergedComments(row: FileRow, parsed: ParsedRow, stored: FieldValues): FieldValues {
  if (!parsed.commentLines.length || !isBlankCell(getCell(row, 'comments'))) return {};
  const before = stored.comments ?? null;
  return { comments: appendCommentLines(row, before, parsed) ?? before };
}

/** Reports an unknown currency, as the amount loses it. */
function listCurrencyProblems(row: FileRow): CellProblem[] {
  const text = getCellText(getCell(row, CURRENCY_TARGET)).trim();
  if (!text || isPlaceholder(text) || parseCurrency(text)) return [];
  return [createCellProblem(row, CURRENCY_TARGET, 'is not a currency that is known')];
}

function listMissingFields({ customFields }: RowContext, { values }: ParsedRow) {
  return [...customFields.definitions].flatMap(([target, { name, isRequired }]) =>
    isRequired && !Object.hasOwn(values, target) ? [{ target, name }] : [],
  );
}

/** Compares a row without reference: a new deal, or possibly one of `duplicates`, the best match first. */
export function compareNew(
  row: FileRow,
  match: StoredDeal | undefined,
  duplicates: number[],
  context: RowContext,
): RowComparison {
  const parsed = parseFilledCells(row, context, match?.values);
  const missing = listMissingFields(context, parsed);
  if (!match || context.createsDuplicates)
    for (const { target, name } of missing)
      parsed.problems.push(createCellProblem(row, target, `is empty: new deals need ${name}`));
  if (parsed.problems.length || (context.refusesCells && parsed.skippedCells.length)) {
    refuseSkippedCells(parsed);
    const outcome = buildOutcome(row.company, { ...parsed, changes: [] });
    return { kind: 'error', dealId: null, outcome };
  }
  const { values } = parsed;
  const isStored = (field: string) =>
    Object.hasOwn(values, field) &&
    isSameImportedValue(values[field]!, match?.values[field] ?? null);
  const outcome = {
    ...buildOutcome(row.company, parsed),
    // A possible duplicate may become a deal of its own.
    ...buildChecks(row, parsed, context, (field) => !isStored(field)),
  };
  if (!match) return { kind: 'new', dealId: null, outcome };
  const matched = {
    ...outcome,
    duplicates,
    ...pickContactId(match),
    ...(missing.length && { missingFields: missing.map(({ name }) => name) }),
  };
  if (isStoredAlready(parsed)) return { kind: 'unchanged', dealId: match.id, outcome: matched };
  const isAnotherDeal = isProbablyAnotherDeal(row.company, match, parsed);
  return {
    kind: 'duplicate',
    dealId: match.id,
    outcome: matched,
    ...(isAnotherDeal && { choice: 'skip' }),
  };
}

function isStoredAlready({ changes, values }: ParsedRow): boolean {
  return !changes.length && Object.keys(values).some((field) => field !== 'companyName');
}

/** More differing values suggest that the row is about another deal. */
const MAX_DIFFERING_VALUES = 3;

function isProbablyAnotherDeal(
  company: string,
  { values }: StoredDeal,
  parsed: ParsedRow,
): boolean {
  if (!hasSameNameWithoutForm(company, String(values.companyName))) return true;
  const differing = parsed.changes.filter(
    ({ field, from, to }) => field !== 'companyName' && !isEmptyValue(from) && !isEmptyValue(to),
  );
  return differing.length > MAX_DIFFERING_VALUES;
}

export function compareByName(
  row: FileRow,
  deal: StoredDeal,
  stored: FieldValues,
  context: RowContext,
): RowComparison {
  const parsed = parseFilledCells(row, context, stored);
  parsed.changes = parsed.changes.map((change) =>
    isSameImportedValue(change.from, null) ? change : { ...change, isConflict: true },
  );
  if (context.refusesCells) refuseSkippedCells(parsed);
  const kind = getRowKind(parsed);
  const outcome = {
    ...buildOutcome(row.company, parsed),
    ...buildChecks(row, parsed, context),
  };
  return { kind, dealId: deal.id, outcome };
}

/** Lists words in place of a score or day: nothing is written until the user chooses a value. */
function listUndecided(row: FileRow, stored: FieldValues, context: RowContext): ImportedChange[] {
  const isEmpty = (field: string) => isSameImportedValue(stored[field] ?? null, null);
  return listMappedFields(row)
    .filter((field) => isEmpty(field) && isDoubtfulCell(row, field, context))
    .map((field) => ({ field, from: null, to: null }));
}
