import type { FieldValue } from '#db/schema';
import { DEAL_FIELDS } from '~/domain/deal-field/fields';
import { normalizeLineEnds } from '~/domain/history/field-value';
import { getCellText, getColumnLetter, MAX_SHOWN_LENGTH } from '~/domain/import/reading/cell';
import { isStorable, truncate } from '~/domain/text/text';
import type { CommentLine, ParsedRow } from './comparison';
import type { FileRow } from './file-row';

const COMMENTS_FIELD = DEAL_FIELDS.find(({ key }) => key === 'comments') as { limit: number };

const NO_ROOM = 'does not fit into the comments';

/** Adds the text of a field's cell to the row's comments, below the header of its column. */
export function addFieldComment(
  parsed: ParsedRow,
  row: FileRow,
  field: string,
  text: string,
): void {
  parsed.commentLines.push(createCommentLine(row, row.columns.get(field) ?? -1, text));
}

function createCommentLine({ headers }: FileRow, column: number, text: string): CommentLine {
  return { column, text: `${headers?.[column] ?? ''}: ${text}` };
}

/** Lists the lines for columns that are added to the comments. */
export function listAppendedLines(row: FileRow): CommentLine[] {
  return (row.appendedColumns ?? []).flatMap((column) => {
    const text = getCellText(row.cells[column]).trim();
    return text ? [createCommentLine(row, column, text)] : [];
  });
}

/** Compares whole lines, as "Employees: 1" is part of "Employees: 12". */
function hasLines(comments: string, text: string): boolean {
  return `\n${normalizeLineEnds(comments)}\n`.includes(`\n${text}\n`);
}

export function appendCommentLines(
  row: FileRow,
  before: FieldValue,
  { commentLines, skippedCells, chosenCells }: ParsedRow,
): string | undefined {
  let comments = typeof before === 'string' ? before : '';
  for (const { column, text } of commentLines.toSorted((a, b) => a.column - b.column)) {
    if (hasLines(comments, text)) continue;
    const longer = comments ? `${comments}\n${text}` : text;
    if (longer.length > COMMENTS_FIELD.limit || !isStorable(text)) {
      const cell = `${getColumnLetter(column)}${row.row}`;
      const value = truncate(getCellText(row.cells[column]), MAX_SHOWN_LENGTH);
      const listed = [...skippedCells, ...chosenCells];
      const isListed = listed.some((skipped) => skipped.cell === cell);
      if (!isListed) skippedCells.push({ cell, value, reason: NO_ROOM });
      continue;
    }
    comments = longer;
  }
  return comments === (before ?? '') ? undefined : comments;
}
