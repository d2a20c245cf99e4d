import { isStaff } from '~/domain/access';
import { getCellText } from '~/domain/import/reading/cell';
import { isPlaceholder } from '~/domain/import/values/cell-text';
import { parseCell } from '~/domain/import/values/parse-cell';
import type { Owner, ParsedRow, RowContext } from './comparison';
import { decideOwner } from './decided-cell';
import { type FileRow, getCell } from './file-row';

const OWNER_IGNORED = 'The owner is ignored: only managers and admins can choose owners';

const NOT_AN_OWNER = 'is not the email of a colleague who can log in';

export function findNamedOwner(
  row: FileRow,
  context: RowContext,
  parsed: ParsedRow,
): Owner | undefined {
  const { viewer, owners } = context;
  const cell = getCell(row, 'owner');
  if (isPlaceholder(getCellText(cell).trim())) return undefined;
  const read = parseCell('owner', cell, { dayFirst: null });
  const email = ('value' in read ? String(read.value) : getCellText(cell)).toLowerCase();
  if (!isStaff(viewer)) {
    if (email !== viewer.email.toLowerCase()) parsed.notes.push(OWNER_IGNORED);
    return undefined;
  }
  const owner = owners.get(email);
  if (owner) return owner;
  const reason = 'reason' in read ? read.reason : NOT_AN_OWNER;
  const chosen = decideOwner(row, reason, { context, parsed });
  return chosen === undefined ? undefined : owners.get(chosen.toLowerCase());
}
