import { and, asc, eq, inArray } from 'drizzle-orm';
import { db, type Db } from '#db/client';
import { searchTextOf } from '#db/fold';
import { type Contact, contacts, pipelines } from '#db/schema';
import { transaction, transactionId } from '#db/transaction';
import { badRequest, conflict, notFound } from '~/refusal';
import type { Viewer } from '~/models/access';
import {
  changeDealRow,
  type DealRows,
  deleteDealRow,
  insertDealRow,
} from '~/models/history/deal-rows.server';
import { isSameValue } from '~/models/history/field-value';
import { checkVisible, lockPipeline } from '~/models/pipeline/write.server';
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
  nameOf: ({ name }) => name,
  columnsOf(values) {
    const texts = pick(values, CONTACT_KEYS);
    return { ...texts, searchText: searchTextOf(...Object.values(texts)) };
  },
};

/** Of a deal, in the order in which they were added. Throws 404 if it is not visible. */
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
  if (!contact) throw notFound('Contact not found');
  return contact;
}

/**
 * Adds a contact and returns its id. With `once`, somebody who is there already with the same words
 * is not added again: a form may be sent twice. Throws 404, and 400 beyond 1,000.
 */
export async function addContact(
  viewer: Viewer,
  pipelineId: number,
  input: ContactInput,
  { once = false }: { once?: boolean } = {},
): Promise<number> {
  return transaction(async (tx) => {
    const deal = await lockPipeline(tx, viewer, pipelineId);
    const present = await tx.select().from(contacts).where(eq(contacts.pipelineId, pipelineId));
    const values = valuesOf(input);
    const same = once && present.find((contact) => isSame(contact, values));
    if (same) return same.id;
    if (present.length >= MOST_CONTACTS)
      throw badRequest(`A deal has at most ${MOST_CONTACTS.toLocaleString('en')} contacts.`);
    return insertDealRow(CONTACTS, tx, viewer, deal, values);
  });
}

const valuesOf = (input: ContactInput): Values => ({ ...NO_CONTACT, ...input });

const isSame = (one: Values, other: Values) =>
  CONTACT_KEYS.every((key) => isSameValue(one[key], other[key]));

/** What a form carries, to see whether somebody has changed the contact since. */
export function contactSeen(contact: Values): string {
  return JSON.stringify(Object.values(pick(contact, CONTACT_KEYS)));
}

/**
 * Changes the given keys. Throws 404, and 409 if the contact is not as it was `seen` any more.
 */
export async function changeContact(
  viewer: Viewer,
  pipelineId: number,
  id: number,
  changes: ContactChanges,
  seen?: string,
): Promise<void> {
  await transaction(async (tx) => {
    const deal = await lockPipeline(tx, viewer, pipelineId);
    const before = await getContact(viewer, pipelineId, id, tx);
    if (seen !== undefined && seen !== contactSeen(before))
      throw conflict('Somebody has changed this contact since you opened it.');
    await changeDealRow(CONTACTS, tx, viewer, deal, before, changes);
  });
}

/** Deletes a contact and returns the act, which can be undone. Throws 404. */
export async function deleteContact(
  viewer: Viewer,
  pipelineId: number,
  id: number,
): Promise<string> {
  return transaction(async (tx) => {
    const deal = await lockPipeline(tx, viewer, pipelineId);
    const contact = await getContact(viewer, pipelineId, id, tx);
    await deleteDealRow(CONTACTS, tx, viewer, deal, contact);
    return transactionId();
  });
}

/** The contacts of these deals with the deals' names, in the order of the deals. */
export async function contactsOf(dealIds: number[], from: Db) {
  const rows = await from
    .select({ contact: contacts, companyName: pipelines.companyName })
    .from(contacts)
    .innerJoin(pipelines, eq(pipelines.id, contacts.pipelineId))
    .where(inArray(contacts.pipelineId, dealIds))
    .orderBy(asc(contacts.id));
  const place = new Map(dealIds.map((id, n) => [id, n]));
  const placeOf = ({ contact }: (typeof rows)[number]) => place.get(contact.pipelineId)!;
  return rows.sort((one, other) => placeOf(one) - placeOf(other));
}
