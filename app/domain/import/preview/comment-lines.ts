import type { CellProblem, FieldValue } from '#db/schema';
import { MAX_COMMENTS_LENGTH } from '~/domain/deal-field/fields';
import { normalizeLineEnds } from '~/domain/history/field-value';
import { getCellText, getColumnLetter, MAX_SHOWN_LENGTH } from '~/domain/import/reading/cell';
import { isStorable, truncate } from '~/domain/text/text';
import type { CommentLine, ParsedRow } from './comparison';
import type { FileRow } from './file-row';

const NO_ROOM = 'does not fit into the comments';

/** Adds the text of a field's cell to the row's comments, below the header of its column. */
export function addFieldComment(
  parsed: ParsedRow,
  row: FileRow,
  field: string,
  text: string,
): void {
  parsed.commentLines.push(createCommentLine(row, row.columns.get(field), text));
}

function createCommentLine(row: FileRow, column: number | undefined, text: string): CommentLine {
  const header = column === undefined ? undefined : row.headers?.[column];
  return { column, text: `${header ?? ''}: ${text}` };
}

/** Lists the lines for columns that are added to the comments. */
export function listAppendedLines(row: FileRow): CommentLine[] {
  return (row.appendedColumns ?? []).flatMap((column) => {
    const text = getCellText(row.cells[column]).trim();
    return text ? [createCommentLine(row, column, text)] : [];
  });
}

/** Sorts the lines in the order of the columns, after those without a column. */
function compareByColumn(a: CommentLine, b: CommentLine): number {
  return (a.column ?? -1) - (b.column ?? -1);
}

function createRoomProblem(row: FileRow, column: number | undefined): CellProblem {
  if (column === undefined) return { cell: String(row.row), value: '', reason: NO_ROOM };
  const cell = `${getColumnLetter(column)}${row.row}`;
  const value = truncate(getCellText(row.cells[column]), MAX_SHOWN_LENGTH);
  return { cell, value, reason: NO_ROOM };
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
  for (const { column, text } of commentLines.toSorted(compareByColumn)) {
    if (hasLines(comments, text)) continue;
    const longer = comments ? `${comments}\n${text}` : text;
    if (longer.length > MAX_COMMENTS_LENGTH || !isStorable(text)) {
      const problem = createRoomProblem(row, column);
      const listed = [...skippedCells, ...chosenCells];
      if (!listed.some(({ cell }) => cell === problem.cell)) skippedCells.push(problem);
      continue;
    }
    comments = longer;
  }
  return comments === (before ?? '') ? undefined : comments;
}
