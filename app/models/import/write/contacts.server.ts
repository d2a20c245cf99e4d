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
    Object.hasOwn(values, field) ? { field, from: null, to: values[field]! } : [],
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
  const accepted = fields.filter(({ field }) => contactKey(field));
  if (!accepted.length) return false;
  const stored = await tx.select().from(contacts).where(eq(contacts.pipelineId, deal.id));
  const values = Object.fromEntries(accepted.map(({ field, to }) => [field, to]));
  const contact = contactId
    ? stored.find(({ id }) => id === contactId)
    : sameContact(stored, values);
  if (contact && isDone(importing, 'contacts', deal.id, String(contact.id))) return false;
  const before = contact ? contactFields(contact) : {};
  const isAsShown = accepted.every(({ field, from }) => isSameValue(from, before[field] ?? null));
  if (!isAsShown || contact?.id !== contactId) return 'outdated';
  const changes = Object.fromEntries(accepted.map(({ field, to }) => [contactKey(field), to]));
  if (contact) await changeDealRow(CONTACTS, tx, viewer, deal, contact, changes, written);
  const id = contact?.id ?? (await add(importing, deal, changes, stored.length));
  markDone(importing, 'contacts', deal.id, String(id));
  return true;
}

async function add(
  { tx, viewer, written }: Importing,
  deal: Deal,
  values: Record<string, FieldValue>,
  storedCount: number,
): Promise<number> {
  if (storedCount >= MOST_CONTACTS)
    throw badRequest(`${deal.companyName} already has ${counted(MOST_CONTACTS, 'contact')}.`);
  const row = { ...NO_CONTACT, ...parse(ContactInput, values) };
  return insertDealRow(CONTACTS, tx, viewer, deal, row, written);
}
