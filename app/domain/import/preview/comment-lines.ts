import type { FieldValue } from '#db/schema';
import { DEAL_FIELDS } from '~/domain/deal-field/fields';
import { normalizeLineEnds } from '~/domain/history/field-value';
import { getCellText, getColumnLetter } from '~/domain/import/reading/cell';
import { isStorable, truncate } from '~/domain/text/text';
import type { ParsedRow } from './comparison';
import { type FileRow, MAX_SHOWN_LENGTH } from './file-row';

const COMMENTS_FIELD = DEAL_FIELDS.find(({ key }) => key === 'comments') as { limit: number };

const NO_ROOM = 'does not fit into the comments';

/** Adds the text of a field's cell to the row's comments, below the header of its column. */
export function addFieldComment(
  parsed: ParsedRow,
  row: FileRow,
  field: string,
  text: string,
): void {
  addCommentLine(parsed, row, row.columns.get(field) ?? -1, text);
}

function addCommentLine(
  { commentLines }: ParsedRow,
  { headers }: FileRow,
  column: number,
  text: string,
): void {
  commentLines.push({ column, text: `${headers?.[column] ?? ''}: ${text}` });
}

export function addAppendedColumns(row: FileRow, parsed: ParsedRow): void {
  for (const column of row.appendedColumns ?? []) {
    const text = getCellText(row.cells[column]).trim();
    if (text) addCommentLine(parsed, row, column, text);
  }
}

/** Compares whole lines, as "Employees: 1" is part of "Employees: 12". */
function hasLines(comments: string, text: string): boolean {
  return `\n${normalizeLineEnds(comments)}\n`.includes(`\n${text}\n`);
}

export function appendCommentLines(
  row: FileRow,
  before: FieldValue,
  { commentLines, skippedCells }: ParsedRow,
): string | undefined {
  let comments = typeof before === 'string' ? before : '';
  for (const { column, text } of commentLines.toSorted((a, b) => a.column - b.column)) {
    if (hasLines(comments, text)) continue;
    const longer = comments ? `${comments}\n${text}` : text;
    if (longer.length > COMMENTS_FIELD.limit || !isStorable(text)) {
      const cell = `${getColumnLetter(column)}${row.row}`;
      const value = truncate(getCellText(row.cells[column]), MAX_SHOWN_LENGTH);
      const isListed = skippedCells.some((skipped) => skipped.cell === cell);
      if (!isListed) skippedCells.push({ cell, value, reason: NO_ROOM });
      continue;
    }
    comments = longer;
  }
  return comments === (before ?? '') ? undefined : comments;
}
