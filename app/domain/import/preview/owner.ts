import { isStaff } from '~/domain/access';
import { getCellText } from '~/domain/import/reading/cell';
import { isPlaceholder } from '~/domain/import/values/cell-text';
import { parseCell } from '~/domain/import/values/parse-cell';
import type { Owner, ParsedRow, RowContext } from './comparison';
import { createCellProblem, type FileRow, getCell } from './file-row';

const OWNER_IGNORED = 'The owner is ignored: only managers and admins can choose owners';

const NOT_AN_OWNER = 'is not the email of a colleague who can log in';

/** Finds the owner that a row names; otherwise adds a note or a problem. */
export function findNamedOwner(
  row: FileRow,
  { viewer, owners }: RowContext,
  parsed: ParsedRow,
): Owner | undefined {
  const cell = getCell(row, 'owner');
  if (isPlaceholder(getCellText(cell).trim())) return undefined;
  const read = parseCell('owner', cell, { dayFirst: null });
  const email = ('value' in read ? String(read.value) : getCellText(cell)).toLowerCase();
  if (!isStaff(viewer)) {
    if (email !== viewer.email.toLowerCase()) parsed.notes.push(OWNER_IGNORED);
    return undefined;
  }
  const owner = owners.get(email);
  const reason = 'reason' in read ? read.reason : NOT_AN_OWNER;
  if (!owner) parsed.skippedCells.push(createCellProblem(row, 'owner', reason));
  return owner;
}
