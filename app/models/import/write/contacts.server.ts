import { eq } from 'drizzle-orm';
import { contacts, type FieldOutcome, type FieldValue, type Pipeline } from '#db/schema';
import { badRequest, parse } from '~/refusal';
import { CONTACTS } from '~/models/contact/contacts.server';
import { CONTACT_FIELDS, contactFields, contactKey } from '~/models/contact/import-fields';
import { ContactInput, MOST_CONTACTS, NO_CONTACT } from '~/models/contact/schema';
import { changeDealRow, insertDealRow } from '~/models/pipeline/deal-rows.server';
import { isSameValue } from '~/models/history/field-value';
import { sameContact } from '~/models/import/compare/contact';
import { counted } from '~/models/text';
import { type Importing, isDone, markDone } from './importing.server';

type Deal = Pick<Pipeline, 'id' | 'companyName'>;

/** The contact of a new deal's row, as the fields of an update. */
export function contactOutcomes(values: Record<string, FieldValue>): FieldOutcome[] {
  return CONTACT_FIELDS.flatMap((field) =>
    field in values ? { field, from: null, to: values[field]! } : [],
  );
}

/**
 * Adds the contact of a row to its deal or changes who is there already (`contactId`), and tells
 * whether it did; 'outdated' if they are no longer as the preview showed them. Of two rows about the
 * same person the first one counts. Throws 400 for more contacts than a deal may have.
 */
export async function writeContact(
  importing: Importing,
  deal: Deal,
  fields: FieldOutcome[],
  contactId?: number,
): Promise<boolean | 'outdated'> {
  const { tx, viewer, written } = importing;
  const taken = fields.filter(({ field }) => contactKey(field));
  if (!taken.length) return false;
  const stored = await tx.select().from(contacts).where(eq(contacts.pipelineId, deal.id));
  const values = Object.fromEntries(taken.map(({ field, to }) => [field, to]));
  const found = contactId ? stored.find(({ id }) => id === contactId) : sameContact(stored, values);
  if (found && isDone(importing, 'contacts', deal.id, String(found.id))) return false;
  const before = found ? contactFields(found) : {};
  const isAsShown = taken.every(({ field, from }) => isSameValue(from, before[field] ?? null));
  if (!isAsShown || found?.id !== contactId) return 'outdated';
  const changes = Object.fromEntries(taken.map(({ field, to }) => [contactKey(field), to]));
  if (found) await changeDealRow(CONTACTS, tx, viewer, deal, found, changes, written);
  const id = found?.id ?? (await add(importing, deal, changes, stored.length));
  markDone(importing, 'contacts', deal.id, String(id));
  return true;
}

async function add(
  { tx, viewer, written }: Importing,
  deal: Deal,
  values: Record<string, FieldValue>,
  there: number,
): Promise<number> {
  if (there >= MOST_CONTACTS)
    throw badRequest(`${deal.companyName} has ${counted(MOST_CONTACTS, 'contact')} already.`);
  const row = { ...NO_CONTACT, ...parse(ContactInput, values) };
  return insertDealRow(CONTACTS, tx, viewer, deal, row, written);
}
