import { and, eq, gt, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import { yieldToEventLoop } from '#db/chunks';
import { db } from '#db/client';
import {
  type Contact,
  type FieldOutcome,
  type Import,
  importRows,
  type ImportRow,
} from '#db/schema';
import { contactKey } from '~/models/contact/import-fields';
import { ownKey } from '~/models/field/values';
import { isPipelineKey } from '~/models/pipeline/fields';
import { choiceOf, isTaken } from '~/models/import/choices';
import { sameContact } from './contact';

/** Rows of one file about the same deal: what one of them fills, a later one cannot. */

type SharedRow = Pick<ImportRow, 'n' | 'kind' | 'choice' | 'pipelineId'> & {
  outcome: NonNullable<ImportRow['outcome']>;
};

/** The rows that are about a deal of another row, or about the same new company as one. */
export function isShared({ id, sheets }: Pick<Import, 'id' | 'sheets'>): SQL<boolean> {
  const { n, sheet, kind, pipelineId, outcome } = importRows;
  const dealSheets = sheets.flatMap(({ holds }, index) => (holds === 'deals' ? [index] : []));
  const isOfDeals = and(
    eq(importRows.importId, id),
    inArray(sheet, dealSheets),
    inArray(kind, ['new', 'changed', 'conflict', 'duplicate']),
  );
  const isLater = and(isOfDeals, eq(kind, 'duplicate'), isNull(pipelineId));
  const firsts = db.select({ first: sql<number>`${outcome} ->> '$.sameAs'` }).from(importRows);
  const several = db
    .select({ pipelineId })
    .from(importRows)
    .where(isOfDeals)
    .groupBy(pipelineId)
    .having(sql`count(*) > 1`);
  const isOne = or(inArray(n, firsts.where(isLater)), inArray(pipelineId, several), isLater);
  return sql<boolean>`(${and(isOfDeals, isOne)}) is true`.mapWith(Boolean);
}

/** Rows that are read at a time: one may have 250,000 characters. */
const CHUNK = 100;

/** What becomes of these rows: in their order, as the import does it. */
export async function* sharedOutcomes(
  found: Pick<Import, 'id' | 'sheets'>,
): AsyncGenerator<'create' | 'update' | 'skip' | 'open'> {
  const { n, kind, choice, pipelineId, outcome } = importRows;
  const deals = new Map<string, Filled>();
  for (let after = 0; ; await yieldToEventLoop()) {
    const rows = await db
      .select({ n, kind, choice, pipelineId, outcome })
      .from(importRows)
      .where(and(eq(importRows.importId, found.id), gt(n, after), isShared(found)))
      .orderBy(n)
      .limit(CHUNK);
    for (const row of rows) if (row.outcome) yield outcomeOf(row as SharedRow, deals);
    if (rows.length < CHUNK) return;
    after = rows.at(-1)!.n;
  }
}

/** What the rows so far have given to a deal. */
interface Filled {
  fields: Set<string>;
  contacts: Pick<Contact, 'name' | 'email'>[];
}

function outcomeOf(row: SharedRow, deals: Map<string, Filled>) {
  const { n, pipelineId, outcome } = row;
  const kind = row.kind!;
  const chosen = choiceOf(kind, row.choice);
  if (chosen === 'skip') return 'skip';
  if (kind === 'conflict' && outcome.fields.some(({ isConflict, take }) => isConflict && !take))
    return 'open';
  const deal = pipelineId === null ? `new ${outcome.sameAs ?? n}` : `${pipelineId}`;
  const known = deals.get(deal);
  const filled = known ?? { fields: new Set(), contacts: [] };
  // Also a row that would fill the deal of one that is skipped makes a deal.
  const isNew = chosen === 'create' || (pipelineId === null && !known);
  if (isNew && (pipelineId !== null || known)) return 'create';
  deals.set(deal, filled);
  const isFilling = fill(row, filled);
  if (isNew) return 'create';
  return isFilling ? 'update' : 'skip';
}

/** Whether the row gives the deal anything that those before have not given. */
function fill({ kind, pipelineId, outcome }: SharedRow, filled: Filled): boolean {
  const fields = pipelineId === null ? valueOutcomes(outcome.values) : outcome.fields;
  const taken = fields.filter(
    (field) => isTaken(kind!, field) && !contactKey(field.field) && !filled.fields.has(field.field),
  );
  for (const { field } of taken) filled.fields.add(field);
  const isContact = addContact(outcome, fields, filled);
  return taken.length > 0 || isContact;
}

function valueOutcomes(values: SharedRow['outcome']['values']): FieldOutcome[] {
  return Object.entries(values).flatMap(([field, to]) =>
    isPipelineKey(field) || ownKey(field) || contactKey(field) ? [{ field, from: null, to }] : [],
  );
}

/** Of two rows about the same person the first one counts. */
function addContact(
  { values, contactId }: SharedRow['outcome'],
  fields: FieldOutcome[],
  filled: Filled,
): boolean {
  if (!fields.some(({ field, to }) => contactKey(field) && to)) return false;
  const person = `contact ${contactId}`;
  if (contactId ? filled.fields.has(person) : sameContact(filled.contacts, values)) return false;
  if (contactId) filled.fields.add(person);
  const [name, email] = [values.contactName, values.contactEmail] as (string | null | undefined)[];
  filled.contacts.push({ name: name ?? '', email: email ?? null });
  return true;
}
