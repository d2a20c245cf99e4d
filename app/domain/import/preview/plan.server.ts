import { and, asc, count, eq, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import { iterateChunks } from '#db/chunks';
import { db } from '#db/client';
import {
  type Contact,
  type Import,
  type ImportedChange,
  type ImportRow,
  importRows,
  type RowChoice,
  type RowKind,
  type RowOutcome,
} from '#db/schema';
import { getContactKey } from '~/domain/contact/import-fields';
import { parseCustomFieldName } from '~/domain/custom-field/names';
import { isDealKey } from '~/domain/deal-field/fields';
import { listLinkedFields } from '~/domain/deal-field/linked-fields';
import { formatCount } from '~/domain/text/text';
import { badRequest } from '~/errors';
import { findSameContact } from './contact';
import type { RowResult } from './row-choices';
import { getRowChoice, isFieldChosen } from './row-choices';

type PlannedImport = Pick<Import, 'id' | 'sheets'>;
export interface ImportPlan extends Record<RowResult, number> {
  firstOpen?: number;
}

const { n, kind, choice, sheet, dealId, outcome } = importRows;
const isRowOfImport = ({ id }: Pick<Import, 'id'>) => eq(importRows.importId, id);

export async function countPlannedRows(importRecord: PlannedImport): Promise<ImportPlan> {
  const plan: ImportPlan = { create: 0, update: 0, skip: 0, open: 0 };
  const independent = await db
    .select({ kind, choice, rows: count() })
    .from(importRows)
    .where(and(isRowOfImport(importRecord), not(needsOutcome(importRecord))))
    .groupBy(kind, choice);
  for (const entry of independent)
    if (entry.kind) plan[toRowResult(getRowChoice(entry.kind, entry.choice))] += entry.rows;
  let conflicts = 0;
  for await (const [result, kind] of iterateRowResults(importRecord)) {
    plan[result]++;
    if (kind === 'conflict') conflicts++;
    if (result === 'open') plan.firstOpen ??= conflicts;
  }
  return plan;
}

/**
 * Selects rows whose result depends on their fields: rows about a stored deal, and rows about the
 * same new company.
 */
function needsOutcome(importRecord: PlannedImport): SQL<boolean> {
  const earlierRows = db
    .select({ first: sql<number>`${outcome} ->> '$.sameAs'` })
    .from(importRows)
    .where(and(isRowOfImport(importRecord), eq(kind, 'duplicate'), isNull(dealId)));
  const isAboutDeal = inArray(kind, ['changed', 'conflict', 'duplicate']);
  return sql<boolean>`(${or(isAboutDeal, inArray(n, earlierRows))}) is true`.mapWith(Boolean);
}

const MAX_READ_ROWS = 100;

async function* iterateRowResults(
  importRecord: PlannedImport,
): AsyncGenerator<[RowResult, RowKind]> {
  const deals = new Map<string, FilledDeal>();
  const all = await db
    .select({ n })
    .from(importRows)
    .where(and(isRowOfImport(importRecord), needsOutcome(importRecord)))
    .orderBy(asc(n));
  for await (const chunk of iterateChunks(all, MAX_READ_ROWS)) {
    const numbers = chunk.map((row) => row.n);
    const rows = await db
      .select({ n, sheet, kind, choice, dealId, outcome })
      .from(importRows)
      .where(and(isRowOfImport(importRecord), inArray(n, numbers)))
      .orderBy(asc(n));
    for (const { kind, outcome, ...row } of rows)
      if (kind && outcome)
        yield [getRowResult({ ...row, kind, outcome }, importRecord, deals), kind];
  }
}

type PlannedRow = Pick<ImportRow, 'n' | 'sheet' | 'choice' | 'dealId'> & {
  kind: RowKind;
  outcome: RowOutcome;
};

interface FilledDeal {
  fields: Set<string>;
  contacts: Pick<Contact, 'name' | 'email'>[];
}

function toRowResult(choice: RowChoice): RowResult {
  return choice === 'fill' ? 'update' : choice;
}

function getRowResult(
  row: PlannedRow,
  { sheets }: PlannedImport,
  deals: Map<string, FilledDeal>,
): RowResult {
  const { n, sheet, kind, dealId, outcome } = row;
  const chosen = getRowChoice(kind, row.choice);
  if (chosen === 'skip') return 'skip';
  if (isUndecided(row)) return 'open';
  const key = `${sheets[sheet]?.holds} ${dealId ?? `of row ${outcome.sameAs ?? n}`}`;
  const earlier = deals.get(key);
  const filled = earlier ?? { fields: new Set(), contacts: [] };
  // A row that would fill the deal of a skipped row creates a deal.
  const isNew = chosen === 'create' || (dealId === null && !earlier);
  if (isNew && (dealId !== null || earlier)) return 'create';
  deals.set(key, filled);
  const isFilled = fillDeal(row, filled);
  if (isNew) return 'create';
  return isFilled ? 'update' : 'skip';
}

function isUndecided({ kind, outcome }: PlannedRow): boolean {
  return kind === 'conflict' && outcome.fields.some(({ isConflict, take }) => isConflict && !take);
}

/** Adds the fields and the contact of a row to its deal. Returns whether there were any. */
function fillDeal(row: PlannedRow, filled: FilledDeal): boolean {
  const { dealId, outcome } = row;
  const changes = dealId === null ? buildChanges(outcome.values) : outcome.fields;
  const accepted = changes.filter(
    (change) =>
      isFieldChosen(row, change) &&
      !getContactKey(change.field) &&
      !filled.fields.has(change.field),
  );
  for (const { field } of accepted)
    for (const linked of listLinkedFields(field)) filled.fields.add(linked);
  const isContactAdded = addContact(outcome, changes, filled);
  return accepted.length > 0 || isContactAdded;
}

function buildChanges(values: RowOutcome['values']): ImportedChange[] {
  return Object.entries(values).flatMap(([field, to]) =>
    isDealKey(field) || parseCustomFieldName(field) || getContactKey(field)
      ? [{ field, from: null, to }]
      : [],
  );
}

/** Adds the contact of a row, the first of two about the same person. Returns whether it did. */
function addContact(
  { values, contactId }: RowOutcome,
  changes: ImportedChange[],
  filled: FilledDeal,
): boolean {
  if (!changes.some(({ field, to }) => getContactKey(field) && to)) return false;
  const person = `contact ${contactId}`;
  if (contactId ? filled.fields.has(person) : findSameContact(filled.contacts, values))
    return false;
  if (contactId) filled.fields.add(person);
  const [name, email] = [values.contactName, values.contactEmail] as (string | null | undefined)[];
  filled.contacts.push({ name: name ?? '', email: email ?? null });
  return true;
}

export async function assertDecided(importRecord: PlannedImport): Promise<void> {
  const { open } = await countPlannedRows(importRecord);
  if (open)
    throw badRequest(
      `${formatCount(open, 'row')} ${open === 1 ? 'was' : 'were'} changed in the file and by someone ` +
        'else. Choose which values to keep, or skip the rows.',
    );
}
