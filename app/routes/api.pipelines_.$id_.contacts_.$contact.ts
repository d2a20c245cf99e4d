import { changeContact, deleteContact, getContact } from '~/models/contact/contacts.server';
import { contactJson } from '~/models/contact/json';
import { ContactChanges } from '~/models/contact/schema';
import { partEndpoint } from '~/web/api/endpoint.server';

export const loader = partEndpoint({
  noun: 'contact',
  get: getContact,
  json: contactJson,
  changes: ContactChanges,
  change: changeContact,
  remove: deleteContact,
});
export const action = loader;
