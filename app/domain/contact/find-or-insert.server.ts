import { and, eq } from 'drizzle-orm';
import type { Db } from '#db/client';
import { contacts, lower } from '#db/schema';
import type { RecordContext } from '~/domain/deal/record.server';
import { normalizeAddress } from '~/domain/person/email-address';
import { truncate } from '~/domain/text/text';
import { insertContact } from './edit.server';
import { ContactInput, MAX_CONTACT_NAME_LENGTH, MAX_CONTACTS_PER_DEAL } from './schema';

interface Correspondent {
  name: string | null;
  email: string | null;
}

/**
 * Returns the contact of a deal with this address, or adds one. Returns null without name and
 * address, for an address that cannot be stored, and if the deal has no room.
 */
export async function findOrInsertContact(
  context: RecordContext,
  { name, email }: Correspondent,
): Promise<number | null> {
  const { tx, deal } = context;
  const known = email && (await findContactByEmail(tx, deal.id, email));
  if (known) return known;
  const shownName = truncate(name || email || '', MAX_CONTACT_NAME_LENGTH);
  const input = ContactInput.safeParse({ name: shownName, email });
  if (!input.success || (await isFull(tx, deal.id))) return null;
  return insertContact(context, input.data);
}

async function findContactByEmail(
  tx: Db,
  dealId: number,
  email: string,
): Promise<number | undefined> {
  const hasEmail = eq(lower(contacts.email), normalizeAddress(email));
  const [known] = await tx
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(hasEmail, eq(contacts.dealId, dealId)))
    .limit(1);
  return known?.id;
}

async function isFull(tx: Db, dealId: number): Promise<boolean> {
  return (await tx.$count(contacts, eq(contacts.dealId, dealId))) >= MAX_CONTACTS_PER_DEAL;
}
