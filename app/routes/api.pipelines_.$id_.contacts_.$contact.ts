import { changeContact, CONTACTS, getContact } from '~/models/contact/contacts.server';
import { contactJson } from '~/models/contact/json';
import { ContactChanges } from '~/models/contact/schema';
import { removeDealRow } from '~/models/pipeline/deal-rows.server';
import { partEndpoint } from '~/web/api/endpoint.server';

export const loader = partEndpoint({
  noun: 'contact',
  get: getContact,
  json: contactJson,
  changes: ContactChanges,
  change: changeContact,
  remove: (...part) => removeDealRow(CONTACTS, ...part),
});
export const action = loader;
