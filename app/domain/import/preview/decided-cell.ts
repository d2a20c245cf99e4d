import type { FieldValue, ImportCell, ValueChoice } from '#db/schema';
import { MAX_SHOWN_LENGTH } from '~/domain/import/reading/cell';
import { toOneLine } from '~/domain/import/values/cell-text';
import { canKeepOtherValues, getDecisionKind } from '~/domain/import/values/decision-kind';
import { isDoubtful, parseCell } from '~/domain/import/values/parse-cell';
import type { ParsedCell, ParseOptions } from '~/domain/import/values/parse-options';
import { truncate } from '~/domain/text/text';
import { addFieldComment } from './comment-lines';
import type { ParsedRow, RowContext } from './comparison';
import { createCellProblem, type FileRow, findHeader, getCell } from './file-row';
import { addCellProblem } from './outcome';

const NOT_LISTED = 'is not an option of this field';

const NAMES_SHEET = 'is the name of the sheet with these rows';

const IN_COMMENTS = 'The value is added to the comments';

/**
 * Parses a cell, and applies the choice for a value that its field does not have (rule 16.102).
 * Records a skipped cell and returns undefined for it.
 */
export function parseDecidedCell(
  row: FileRow,
  field: string,
  options: ParseOptions,
  { context, parsed }: { context: RowContext; parsed: ParsedRow },
): { value: FieldValue } | undefined {
  const cell = getCell(row, field);
  const parsedCell = parseCell(field, cell, options);
  if (field === 'industries' && 'value' in parsedCell)
    return decideIndustries(row, parsedCell.value as string[] | null, { context, parsed });
  const reason = findUnknownReason(field, cell, parsedCell, options);
  if (reason === undefined) return 'value' in parsedCell ? parsedCell : undefined;
  const text = toOneLine(cell);
  const choice = findChoice(row, field, { text, reason }, context);
  return applyChoice(
    row,
    field,
    { choice, parsedCell, text, reason, options },
    { context, parsed },
  );
}

function findUnknownReason(
  field: string,
  cell: ImportCell,
  parsedCell: ParsedCell,
  options: ParseOptions,
): string | undefined {
  if ('reason' in parsedCell) return parsedCell.reason;
  if (typeof parsedCell.value !== 'string') return undefined;
  const isUnknownRound =
    field === 'fundingRound' && !options.optionParser?.isRound(parsedCell.value);
  const isUnknownMeeting = field === 'nextMeetingDate' && isDoubtful(field, cell, options);
  return isUnknownRound || isUnknownMeeting ? NOT_LISTED : undefined;
}

function findChoice(
  row: FileRow,
  field: string,
  { text, reason }: { text: string; reason: string },
  { decisions, unknownValues, customFields }: RowContext,
): ValueChoice | undefined {
  const kind = getDecisionKind(field, customFields);
  if (!kind) return undefined;
  unknownValues.add(field, findHeader(row, field) ?? field, { text, reason });
  const chosen = decisions.find(field, truncate(text, MAX_SHOWN_LENGTH));
  if (chosen) return chosen;
  return canKeepOtherValues(kind) && reason === NOT_LISTED ? { do: 'keep' } : decisions.others;
}

interface CellDecision {
  choice: ValueChoice | undefined;
  parsedCell: ParsedCell;
  text: string;
  reason: string;
  options: ParseOptions;
}

function applyChoice(
  row: FileRow,
  field: string,
  { choice, parsedCell, text, reason, options }: CellDecision,
  { context, parsed }: { context: RowContext; parsed: ParsedRow },
): { value: FieldValue } | undefined {
  if (choice?.do === 'empty' || choice?.do === 'comment') {
    skipCell(parsed, row, field, { text, reason, isComment: choice.do === 'comment' });
    return undefined;
  }
  if (choice?.do === 'close' && context.stages.names.includes(choice.stage)) {
    parsed.closingReason = choice.reason;
    return { value: choice.stage };
  }
  let chosen: ParsedCell = parsedCell;
  if (choice?.do === 'set') chosen = parseCell(field, choice.to, options);
  if (choice?.do === 'option') chosen = parseCell(field, text, options);
  if ('value' in chosen) return chosen;
  addCellProblem(parsed, row, field, chosen.reason);
  return undefined;
}

interface SkippedValue {
  text: string;
  reason: string;
  isComment: boolean;
}

function skipCell(
  parsed: ParsedRow,
  row: FileRow,
  field: string,
  { text, reason, isComment }: SkippedValue,
): void {
  const shownReason = reason === NOT_LISTED ? 'is left empty, as you chose' : reason;
  const problem = createCellProblem(
    row,
    field,
    isComment ? `${reason}. ${IN_COMMENTS}` : shownReason,
  );
  parsed.chosenCells.push({ ...problem, value: truncate(text, MAX_SHOWN_LENGTH) });
  if (isComment) addFieldComment(parsed, row, field, text);
}

function decideIndustries(
  row: FileRow,
  industries: string[] | null,
  { context, parsed }: { context: RowContext; parsed: ParsedRow },
): { value: string[] | null } | undefined {
  if (!industries) return { value: null };
  const decided = industries.flatMap((industry): string[] => {
    if (context.optionParser.isIndustry(industry)) return [industry];
    const value = { text: industry, reason: NOT_LISTED };
    const choice = findChoice(row, 'industries', value, context);
    if (choice?.do === 'set') return context.optionParser.parseIndustries(choice.to);
    if (choice?.do !== 'empty' && choice?.do !== 'comment') return [industry];
    skipCell(parsed, row, 'industries', { ...value, isComment: choice.do === 'comment' });
    return [];
  });
  return decided.length ? { value: [...new Set(decided)] } : undefined;
}

/**
 * Returns the stage that a person chose for a sheet that is named like a stage; undefined where
 * nobody did, as a name alone decides nothing.
 */
export function decideStageOfSheet(
  row: FileRow,
  options: ParseOptions,
  { context, parsed }: { context: RowContext; parsed: ParsedRow },
): FieldValue | undefined {
  const text = row.stageSheet;
  if (text === undefined) return undefined;
  context.unknownValues.add('stage', 'Stage', { text, reason: NAMES_SHEET });
  const choice = context.decisions.find('stage', text);
  if (choice?.do === 'comment') parsed.commentLines.push({ text: `Sheet: ${text}` });
  if (choice?.do === 'close' && context.stages.names.includes(choice.stage)) {
    parsed.closingReason = choice.reason;
    return choice.stage;
  }
  if (choice?.do !== 'set' && choice?.do !== 'option') return undefined;
  const parsedCell = parseCell('stage', choice.do === 'set' ? choice.to : text, options);
  return 'value' in parsedCell ? parsedCell.value : undefined;
}

export function decideOwner(
  row: FileRow,
  reason: string,
  { context, parsed }: { context: RowContext; parsed: ParsedRow },
): string | undefined {
  const text = toOneLine(getCell(row, 'owner'));
  const choice = findChoice(row, 'owner', { text, reason }, context);
  if (choice?.do === 'set' && context.owners.has(choice.to.toLowerCase())) return choice.to;
  if (choice?.do === 'empty' || choice?.do === 'comment')
    skipCell(parsed, row, 'owner', { text, reason, isComment: choice.do === 'comment' });
  else addCellProblem(parsed, row, 'owner', reason);
  return undefined;
}
