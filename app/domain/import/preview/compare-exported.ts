import { getCellText, isBlankCell } from '~/domain/import/reading/cell';
import { compareCell, compareValue } from './compare-cell';
import {
  createParsedRow,
  type FieldValues,
  type ParsedRow,
  type RowComparison,
  type RowContext,
  type StoredDeal,
} from './comparison';
import { parseContact } from './contact';
import { createCellProblem, type FileRow, getCell, listMappedFields } from './file-row';
import {
  addCellProblem,
  buildChecks,
  buildOutcome,
  buildParseOptions,
  getRowKind,
  listDifferences,
  NO_COMPANY,
  pickContactId,
} from './outcome';
import { findNamedOwner } from './owner';

const OWNER_REQUIRED = 'The empty owner is ignored because every deal has an owner';

interface ExportedDeal {
  deal: StoredDeal;
  stored: FieldValues;
  /** Exported values of fields that have changed since; undefined if unknown. */
  earlier: FieldValues | undefined;
}

function getVersions(field: string, { stored, earlier }: ExportedDeal) {
  const now = stored[field] ?? null;
  const base = earlier && { value: Object.hasOwn(earlier, field) ? earlier[field]! : now };
  return { stored: now, base };
}

function compareOwner(
  row: FileRow,
  exported: ExportedDeal,
  facts: RowContext,
  comparison: ParsedRow,
): void {
  const versions = getVersions('owner', exported);
  const text = getCellText(getCell(row, 'owner')).trim().toLowerCase();
  const known = [versions.base?.value, versions.stored];
  if (known.some((email) => typeof email === 'string' && email.toLowerCase() === text)) return;
  if (!text) return void comparison.notes.push(OWNER_REQUIRED);
  const owner = findNamedOwner(row, facts, comparison);
  const change = owner && compareValue('owner', owner.email, versions);
  if (!change) return;
  comparison.fields.push(change);
  comparison.ownerId = owner.id;
}

/** Compares an exported row three ways: as exported, as stored now, and the file's cells. */
export function compareExported(
  row: FileRow,
  exported: ExportedDeal,
  facts: RowContext,
): RowComparison {
  const comparison = createParsedRow();
  const { deal, stored } = exported;
  const options = buildParseOptions(row, facts, stored);
  for (const field of listMappedFields(row)) {
    if (field === 'owner') {
      compareOwner(row, exported, facts, comparison);
      continue;
    }
    // Empty stages say nothing, as every deal has one.
    if (field === 'stage' && isBlankCell(getCell(row, field))) continue;
    const result = compareCell(field, getCell(row, field), getVersions(field, exported), options);
    if (!result) continue;
    if ('reason' in result) addCellProblem(comparison, row, field, result.reason);
    else if (field === 'companyName' && !result.to)
      comparison.problems.push(createCellProblem(row, field, NO_COMPANY));
    else comparison.fields.push(result);
  }
  // Exports have no columns of contacts, so the stored contact is the base.
  comparison.fields.push(...listDifferences(stored, parseContact(row, comparison)));
  for (const { field, to } of comparison.fields) if (to !== null) comparison.values[field] = to;
  const name = String(deal.fields.companyName);
  const kind = getRowKind(comparison, facts);
  const outcome = {
    ...buildOutcome(name, comparison),
    ...buildChecks(row, comparison, facts),
    ...pickContactId(deal),
  };
  return { kind, pipelineId: deal.id, outcome };
}
