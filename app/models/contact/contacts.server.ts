import { and, asc, eq, inArray } from 'drizzle-orm';
import { db, type Db } from '#db/client';
import { searchTextOf } from '#db/fold';
import { type Contact, contacts, pipelines } from '#db/schema';
import type { Viewer } from '~/models/access';
import {
  addDealRow,
  type DealRows,
  editDealRow,
  inOrderOf,
  rowNotFound,
} from '~/models/pipeline/deal-rows.server';
import { checkVisible } from '~/models/pipeline/write.server';
import { pick } from '~/models/record';
import {
  CONTACT_KEYS,
  type ContactChanges,
  type ContactInput,
  MOST_CONTACTS,
  NO_CONTACT,
} from './schema';

/** The people of a deal's company (rule 25.1). Whoever sees the deal reads and changes them. */

type Values = Pick<Contact, (typeof CONTACT_KEYS)[number]>;

export const CONTACTS: DealRows<Values> = {
  subject: 'contact',
  table: contacts,
  keys: CONTACT_KEYS,
  most: MOST_CONTACTS,
  nameOf: ({ name }) => name,
  columnsOf(values) {
    const texts = pick(values, CONTACT_KEYS);
    return { ...texts, searchText: searchTextOf(...Object.values(texts)) };
  },
};

/** A deal's contacts, in the order in which they were added. Throws 404 if it is not visible. */
export async function listContacts(
  viewer: Viewer,
  pipelineId: number,
  slice?: { limit: number; offset: number },
): Promise<Contact[]> {
  await checkVisible(viewer, pipelineId);
  const { limit = MOST_CONTACTS, offset = 0 } = slice ?? {};
  return db
    .select()
    .from(contacts)
    .where(eq(contacts.pipelineId, pipelineId))
    .orderBy(asc(contacts.id))
    .limit(limit)
    .offset(offset);
}

export async function countContacts(pipelineId: number): Promise<number> {
  return db.$count(contacts, eq(contacts.pipelineId, pipelineId));
}

/** A contact of a visible deal. Throws 404. */
export async function getContact(
  viewer: Viewer,
  pipelineId: number,
  id: number,
  from: Db = db,
): Promise<Contact> {
  await checkVisible(viewer, pipelineId);
  const [contact] = await from
    .select()
    .from(contacts)
    .where(and(eq(contacts.id, id), eq(contacts.pipelineId, pipelineId)));
  if (!contact) throw rowNotFound(CONTACTS);
  return contact;
}

/** Adds a contact and returns its id, as `addDealRow` does. */
export async function addContact(
  viewer: Viewer,
  pipelineId: number,
  input: ContactInput,
  options?: { once?: boolean },
): Promise<number> {
  const values = { ...NO_CONTACT, ...input };
  return addDealRow(CONTACTS, viewer, pipelineId, () => values, options);
}

/** Changes the given keys, as `editDealRow` does. */
export async function changeContact(
  viewer: Viewer,
  pipelineId: number,
  id: number,
  changes: ContactChanges,
  seen?: string,
): Promise<string | undefined> {
  return editDealRow(CONTACTS, viewer, pipelineId, id, () => changes, seen);
}

/** The contacts of these deals with the deals' names, in the order of the deals. */
export async function contactsOf(dealIds: number[], from: Db) {
  const rows = await from
    .select({ contact: contacts, companyName: pipelines.companyName })
    .from(contacts)
    .innerJoin(pipelines, eq(pipelines.id, contacts.pipelineId))
    .where(inArray(contacts.pipelineId, dealIds))
    .orderBy(asc(contacts.id));
  return inOrderOf(dealIds, rows, ({ contact }) => contact.pipelineId);
}
