import { and, asc, eq, inArray } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { buildSearchText } from '#db/fold';
import { type Contact, contacts, deals } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { assertDealReadable } from '~/domain/deal/get.server';
import { type DealRecordType, recordNotFound } from '~/domain/deal/record.server';
import { pick } from '~/domain/record';
import { sortByDealOrder } from '~/domain/sort-by-ids';
import { CONTACT_KEYS, type ContactKey } from './keys';
import { MAX_CONTACTS_PER_DEAL } from './schema';

type ContactValues = Pick<Contact, ContactKey>;

export const CONTACT_RECORDS: DealRecordType<ContactValues> = {
  subject: 'contact',
  table: contacts,
  keys: CONTACT_KEYS,
  maxPerDeal: MAX_CONTACTS_PER_DEAL,
  getName: ({ name }) => name,
  toColumns(values) {
    const texts = pick(values, CONTACT_KEYS);
    return { ...texts, searchText: buildSearchText(...Object.values(texts)) };
  },
};

export async function listContacts(
  viewer: Viewer,
  dealId: number,
  slice?: { limit: number; offset: number },
): Promise<Contact[]> {
  await assertDealReadable(viewer, dealId);
  const { limit = MAX_CONTACTS_PER_DEAL, offset = 0 } = slice ?? {};
  return db
    .select()
    .from(contacts)
    .where(eq(contacts.dealId, dealId))
    .orderBy(asc(contacts.id))
    .limit(limit)
    .offset(offset);
}

export async function countContacts(dealId: number): Promise<number> {
  return db.$count(contacts, eq(contacts.dealId, dealId));
}

export async function getContact(
  viewer: Viewer,
  dealId: number,
  id: number,
  tx: Db = db,
): Promise<Contact> {
  await assertDealReadable(viewer, dealId);
  const [contact] = await tx
    .select()
    .from(contacts)
    .where(and(eq(contacts.id, id), eq(contacts.dealId, dealId)));
  if (!contact) throw recordNotFound(CONTACT_RECORDS);
  return contact;
}

export async function listContactsByDeals(dealIds: number[], tx: Db) {
  const rows = await tx
    .select({ contact: contacts, companyName: deals.companyName })
    .from(contacts)
    .innerJoin(deals, eq(deals.id, contacts.dealId))
    .where(inArray(contacts.dealId, dealIds))
    .orderBy(asc(contacts.id));
  return sortByDealOrder(dealIds, rows, ({ contact }) => contact.dealId);
}
