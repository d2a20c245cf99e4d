import { updateContact } from '~/domain/contact/edit.server';
import { toContactJson } from '~/domain/contact/json';
import { CONTACT_RECORDS, getContact } from '~/domain/contact/list.server';
import { ContactChanges } from '~/domain/contact/schema';
import { removeDealRecord } from '~/domain/deal/edit-record.server';
import { dealRecordEndpoint } from '~/http/api/endpoint.server';

export const loader = dealRecordEndpoint({
  noun: 'contact',
  get: getContact,
  json: toContactJson,
  changes: ContactChanges,
  change: updateContact,
  remove: (...part) => removeDealRecord(CONTACT_RECORDS, ...part),
});
export const action = loader;
