import type { Viewer } from '~/domain/access';
import { addDealRecord, editDealRecord } from '~/domain/deal/edit-record.server';
import { insertDealRecord, type RecordContext } from '~/domain/deal/record.server';
import { CONTACT_RECORDS } from './list.server';
import { type ContactChanges, type ContactInput, EMPTY_CONTACT } from './schema';

export async function insertContact(context: RecordContext, input: ContactInput): Promise<number> {
  return insertDealRecord(CONTACT_RECORDS, context, { ...EMPTY_CONTACT, ...input });
}

export async function addContact(
  viewer: Viewer,
  dealId: number,
  input: ContactInput,
  options?: { skipExisting?: boolean },
): Promise<number> {
  const values = { ...EMPTY_CONTACT, ...input };
  return addDealRecord(CONTACT_RECORDS, viewer, dealId, {
    getValues: () => values,
    ...options,
  });
}

export async function updateContact(
  viewer: Viewer,
  dealId: number,
  id: number,
  { seen: seenVersion, ...changes }: ContactChanges & { seen?: string },
): Promise<string | undefined> {
  return editDealRecord(
    CONTACT_RECORDS,
    viewer,
    { dealId, id },
    { getChanges: () => changes, seenVersion },
  );
}
