import type { ImportedChange } from '#db/schema';
import { listLinkedFields } from '~/domain/deal-field/linked-fields';
import { getCellText, isBlankCell } from '~/domain/import/reading/cell';
import { getParsedField } from '~/domain/import/values/parse-cell';
import type { ParseOptions } from '~/domain/import/values/parse-options';
import { normalizeAddress } from '~/domain/person/email-address';
import { appendCommentLines, listAppendedLines } from './comment-lines';
import { compareValue, isExportedValue, isSameImportedValue } from './compare-cell';
import {
  createParsedRow,
  type FieldValues,
  type ParsedRow,
  type RowComparison,
  type RowContext,
  type StoredDeal,
} from './comparison';
import { addContactProblems, parseContact } from './contact';
import { parseDecidedCell } from './decided-cell';
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
  listDifferences,
  NO_COMPANY,
  pickContactId,
  refuseSkippedCells,
} from './outcome';
import { findNamedOwner } from './owner';
import { listReadingNotes } from './reading-notes';

const OWNER_REQUIRED = 'The empty owner is ignored because every deal has an owner';

interface ExportedDeal {
  deal: StoredDeal;
  stored: FieldValues;
  exportedValues: FieldValues | undefined;
}

function getVersions(field: string, { stored, exportedValues }: ExportedDeal) {
  const now = stored[field] ?? null;
  const base = exportedValues && {
    value: Object.hasOwn(exportedValues, field) ? exportedValues[field]! : now,
  };
  return { stored: now, base };
}

function compareOwner(
  row: FileRow,
  exported: ExportedDeal,
  context: RowContext,
  parsed: ParsedRow,
): void {
  const versions = getVersions('owner', exported);
  const text = normalizeAddress(getCellText(getCell(row, 'owner')));
  const previousEmails = [versions.base?.value, versions.stored];
  if (previousEmails.some((email) => typeof email === 'string' && email.toLowerCase() === text))
    return;
  if (!text) {
    parsed.notes.push(OWNER_REQUIRED);
    return;
  }
  const owner = findNamedOwner(row, context, parsed);
  const change = owner && compareValue('owner', owner.email, versions);
  if (!change) return;
  parsed.changes.push(change);
  parsed.ownerId = owner.id;
}

interface ExportedRow {
  exported: ExportedDeal;
  context: RowContext;
  options: ParseOptions;
  parsed: ParsedRow;
}

function compareDecidedCell(
  row: FileRow,
  field: string,
  { exported, context, options, parsed }: ExportedRow,
): ImportedChange | undefined {
  const versions = getVersions(field, exported);
  const before = versions.base ? versions.base.value : versions.stored;
  if (isExportedValue(field, before, getCell(row, field), options)) return undefined;
  const parsedCell = parseDecidedCell(row, field, options, { context, parsed });
  if (!parsedCell) return undefined;
  const target = getParsedField(field, parsedCell.value);
  const change = compareValue(target, parsedCell.value, getVersions(target, exported));
  return change && addConflictOfLinkedFields(change, exported);
}

/** Makes a change a conflict if a field that changes together with it has changed since the export. */
function addConflictOfLinkedFields(change: ImportedChange, exported: ExportedDeal): ImportedChange {
  const isChangedSince = (field: string) => {
    const { stored, base } = getVersions(field, exported);
    return base !== undefined && !isSameImportedValue(stored, base.value);
  };
  const linked = addLinkedValues(change, exported.stored);
  if (linked.isConflict || !listLinkedFields(change.field).some(isChangedSince)) return linked;
  return { ...linked, base: getVersions(change.field, exported).base!.value, isConflict: true };
}

/** Adds a change; of two days of the next meeting, the one in its own column counts, unless it is empty. */
function addChange(row: FileRow, field: string, change: ImportedChange, parsed: ParsedRow): void {
  const earlierIndex = parsed.changes.findIndex((other) => other.field === change.field);
  const before = parsed.changes[earlierIndex];
  if (!before) {
    parsed.changes.push(change);
    return;
  }
  if (before.to !== null && change.to !== null && before.to !== change.to)
    parsed.skippedCells.push(createMeetingProblem(row));
  const isOwnColumn = field === change.field && change.to !== null;
  if (before.to === null || isOwnColumn) parsed.changes[earlierIndex] = change;
}

function addComments(row: FileRow, exported: ExportedDeal, parsed: ParsedRow): void {
  if (row.holds !== 'deals') return;
  parsed.commentLines.push(...listAppendedLines(row));
  const before = parsed.changes.find(({ field }) => field === 'comments');
  const versions = getVersions('comments', exported);
  const comments = appendCommentLines(row, before ? before.to : versions.stored, parsed);
  const change = comments === undefined ? undefined : compareValue('comments', comments, versions);
  if (!change) return;
  parsed.changes = [...parsed.changes.filter((other) => other !== before), change];
}

export function compareExported(
  row: FileRow,
  exported: ExportedDeal,
  context: RowContext,
): RowComparison {
  const parsed = createParsedRow();
  const { deal, stored } = exported;
  const options = buildParseOptions(row, context, stored);
  for (const field of listMappedFields(row)) {
    if (field === 'owner') {
      compareOwner(row, exported, context, parsed);
      continue;
    }
    // Empty stages say nothing, as every deal has one.
    if (field === 'stage' && isBlankCell(getCell(row, field))) continue;
    const change = compareDecidedCell(row, field, { exported, context, options, parsed });
    if (!change) continue;
    if (field === 'companyName' && !change.to)
      parsed.problems.push(createCellProblem(row, field, NO_COMPANY));
    else addChange(row, field, change, parsed);
  }
  addComments(row, exported, parsed);
  // Exports have no columns of contacts, so the stored contact is the base.
  const contact = parseContact(row);
  addContactProblems(parsed, contact);
  parsed.changes.push(...listDifferences(stored, contact.values));
  for (const { field, to } of parsed.changes) if (to !== null) parsed.values[field] = to;
  parsed.notes.push(...listReadingNotes(row, parsed.values, context.customFields));
  const name = String(deal.values.companyName);
  if (context.refusesCells) refuseSkippedCells(parsed);
  const kind = getRowKind(parsed);
  const outcome = {
    ...buildOutcome(name, parsed),
    ...buildChecks(row, parsed, context),
    ...pickContactId(deal),
  };
  return { kind, dealId: deal.id, outcome };
}
