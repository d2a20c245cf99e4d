import { eq } from 'drizzle-orm';
import { contacts, type Deal, type FieldValue, type ImportedChange } from '#db/schema';
import {
  CONTACT_IMPORT_FIELDS,
  getContactKey,
  toContactImportFields,
} from '~/domain/contact/import-fields';
import { CONTACT_RECORDS } from '~/domain/contact/list.server';
import { ContactInput, EMPTY_CONTACT, MAX_CONTACTS_PER_DEAL } from '~/domain/contact/schema';
import { insertDealRecord, updateDealRecord } from '~/domain/deal/record.server';
import { isSameValue } from '~/domain/history/field-value';
import { findSameContact } from '~/domain/import/preview/contact';
import { formatCount } from '~/domain/text/text';
import { badRequest, parseInput } from '~/errors';
import type { ApplyContext } from './context.server';

type ContactDeal = Pick<Deal, 'id' | 'companyName'>;

export function buildContactChanges(values: Record<string, FieldValue>): ImportedChange[] {
  return CONTACT_IMPORT_FIELDS.flatMap((field) =>
    Object.hasOwn(values, field) ? { field, from: null, to: values[field]! } : [],
  );
}

/**
 * Adds or updates the contact of a row. Returns 'outdated' if the contact has changed since the
 * preview. The first of two rows about the same person counts. Throws 400 above the limit of
 * contacts.
 */
export async function saveContact(
  context: ApplyContext,
  deal: ContactDeal,
  changes: ImportedChange[],
  contactId?: number,
): Promise<'written' | 'unchanged' | 'outdated'> {
  const { tx, viewer, operation, savedContactIds } = context;
  const accepted = changes.filter(({ field }) => getContactKey(field));
  if (!accepted.length) return 'unchanged';
  const stored = await tx.select().from(contacts).where(eq(contacts.dealId, deal.id));
  const values = Object.fromEntries(accepted.map(({ field, to }) => [field, to]));
  const contact = contactId
    ? stored.find(({ id }) => id === contactId)
    : findSameContact(stored, values);
  if (contact && savedContactIds.has(contact.id)) return 'unchanged';
  const before = contact ? toContactImportFields(contact) : {};
  const isAsShown = accepted.every(({ field, from }) => isSameValue(from, before[field] ?? null));
  if (!isAsShown || contact?.id !== contactId) return 'outdated';
  const edit = Object.fromEntries(accepted.map(({ field, to }) => [getContactKey(field), to]));
  if (contact)
    await updateDealRecord(CONTACT_RECORDS, { tx, actor: viewer, deal, operation }, contact, edit);
  const id = contact?.id ?? (await insertContact(context, deal, edit, stored.length));
  savedContactIds.add(id);
  return 'written';
}

async function insertContact(
  { tx, viewer, operation }: ApplyContext,
  deal: ContactDeal,
  values: Record<string, FieldValue>,
  storedCount: number,
): Promise<number> {
  if (storedCount >= MAX_CONTACTS_PER_DEAL)
    throw badRequest(
      `${deal.companyName} already has ${formatCount(MAX_CONTACTS_PER_DEAL, 'contact')}.`,
    );
  const row = { ...EMPTY_CONTACT, ...parseInput(ContactInput, values) };
  return insertDealRecord(CONTACT_RECORDS, { tx, actor: viewer, deal, operation }, row);
}
