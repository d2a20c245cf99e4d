import type { ImportCell } from '#db/schema';
import { isStaff } from '~/domain/access';
import { getCellText } from '~/domain/import/reading/cell';
import { isPlaceholder, toOneLine } from '~/domain/import/values/cell-text';
import { parseCell } from '~/domain/import/values/parse-cell';
import { addFieldComment } from './comment-lines';
import type { Owner, ParsedRow, RowContext } from './comparison';
import { decideOwner } from './decided-cell';
import { type FileRow, getCell } from './file-row';

const OWNER_IGNORED = 'The owner is ignored: only managers and admins can choose owners';

export const NOT_AN_OWNER = 'is not the email of anyone who can log in';

export function findNamedOwner(
  row: FileRow,
  context: RowContext,
  parsed: ParsedRow,
): Owner | undefined {
  const { viewer, owners } = context;
  const cell = getCell(row, 'owner');
  const email = getOwnerEmail(cell);
  if (!email) return undefined;
  if (!isStaff(viewer)) {
    if (email === viewer.email.toLowerCase()) return undefined;
    parsed.notes.push(OWNER_IGNORED);
    if (context.decisions.others?.do === 'comment')
      addFieldComment(parsed, row, 'owner', toOneLine(cell));
    return undefined;
  }
  const owner = owners.get(email);
  if (owner) return owner;
  const chosen = decideOwner(row, NOT_AN_OWNER, { context, parsed });
  return chosen === undefined ? undefined : owners.get(chosen.toLowerCase());
}

/** Returns the lower-case email of the cell, or its text if it has none; '' for an empty cell. */
export function getOwnerEmail(cell: ImportCell): string {
  const text = getCellText(cell).trim();
  if (isPlaceholder(text)) return '';
  const parsedCell = parseCell('owner', cell, { dayFirst: null });
  return ('value' in parsedCell ? String(parsedCell.value ?? '') : text).toLowerCase();
}
