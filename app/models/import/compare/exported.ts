import { cellText, isBlank } from '~/models/import/cell';
import { readContact } from './contact';
import { cellOf, fieldsOf, type FileRow, problemAt } from './file-row';
import {
  checksIn,
  type Compared,
  type Comparison,
  comparisonOf,
  contactIn,
  differencesFrom,
  type Facts,
  type Fields,
  kindOf,
  type KnownDeal,
  namedOwner,
  noteUnread,
  NO_COMPANY,
  optionsOf,
  outcomeOf,
} from './row';
import { compareCell, difference } from './three-way';

const NO_OWNER = 'The empty owner is ignored because every deal has an owner';

/** What is stored now, and what was when the row was exported, if that is known. */
interface Exported {
  deal: KnownDeal;
  stored: Fields;
  /** Where fields have changed since the export: what they were then. Undefined if not known. */
  earlier: Fields | undefined;
}

function versionsOf(field: string, { stored, earlier }: Exported) {
  const now = stored[field] ?? null;
  const base = earlier && { value: Object.hasOwn(earlier, field) ? earlier[field]! : now };
  return { stored: now, base };
}

function compareOwner(
  row: FileRow,
  exported: Exported,
  facts: Facts,
  comparison: Comparison,
): void {
  const versions = versionsOf('owner', exported);
  const text = cellText(cellOf(row, 'owner')).trim().toLowerCase();
  const known = [versions.base?.value, versions.stored];
  if (known.some((email) => typeof email === 'string' && email.toLowerCase() === text)) return;
  if (!text) return void comparison.notes.push(NO_OWNER);
  const owner = namedOwner(row, facts, comparison);
  const change = owner && difference('owner', owner.email, versions);
  if (!change) return;
  comparison.fields.push(change);
  comparison.ownerId = owner.id;
}

/** Compares an exported row three ways: as exported, as stored now, and the file's cells. */
export function compareExported(row: FileRow, exported: Exported, facts: Facts): Compared {
  const comparison = comparisonOf();
  const { deal, stored } = exported;
  const options = optionsOf(row, facts, stored);
  for (const field of fieldsOf(row)) {
    if (field === 'owner') {
      compareOwner(row, exported, facts, comparison);
      continue;
    }
    // Every deal has a stage: an empty cell says nothing.
    if (field === 'stage' && isBlank(cellOf(row, field))) continue;
    const result = compareCell(field, cellOf(row, field), versionsOf(field, exported), options);
    if (!result) continue;
    if ('reason' in result) noteUnread(comparison, row, field, result.reason);
    else if (field === 'companyName' && !result.to)
      comparison.problems.push(problemAt(row, field, NO_COMPANY));
    else comparison.fields.push(result);
  }
  // An export has no columns of contacts: what is stored now is what the file was made from.
  comparison.fields.push(...differencesFrom(stored, readContact(row, comparison)));
  for (const { field, to } of comparison.fields) if (to !== null) comparison.values[field] = to;
  const name = String(deal.fields.companyName);
  const kind = kindOf(comparison, facts);
  const outcome = {
    ...outcomeOf(name, comparison),
    ...checksIn(row, comparison, facts),
    ...contactIn(deal),
  };
  return { kind, pipelineId: deal.id, outcome };
}
