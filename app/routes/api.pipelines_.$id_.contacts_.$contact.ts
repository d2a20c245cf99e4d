import { updateContact } from '~/domain/contact/edit.server';
import { ContactAnswer, toContactJson } from '~/domain/contact/json';
import { CONTACT_RECORDS, getContact } from '~/domain/contact/list.server';
import { ContactChanges } from '~/domain/contact/schema';
import { removeDealRecord } from '~/domain/deal/edit-record.server';
import { apiRoute, NUMBER } from '~/http/api/api-route.server';
import { DELETED, describeAnswer } from '~/http/api/describe.server';

export const loader = apiRoute({
  path: '/api/pipelines/{id}/contacts/{contact}',
  params: { id: NUMBER, contact: NUMBER },
  GET: {
    operationId: 'getContact',
    summary: 'Get a contact',
    answers: { 200: describeAnswer(ContactAnswer, 'The contact.') },
    handler: async ({ viewer, params }) =>
      toContactJson(await getContact(viewer, params.id, params.contact)),
  },
  PUT: {
    operationId: 'changeContact',
    summary: 'Change a contact',
    description: 'A missing key is left unchanged; null clears the value.',
    body: ContactChanges,
    answers: { 200: describeAnswer(ContactAnswer, 'The updated contact.') },
    handler: async ({ viewer, params, body }) => {
      await updateContact(viewer, params.id, params.contact, body);
      return toContactJson(await getContact(viewer, params.id, params.contact));
    },
  },
  DELETE: {
    operationId: 'deleteContact',
    summary: 'Delete a contact',
    answers: DELETED,
    handler: async ({ viewer, params }) => {
      await removeDealRecord(CONTACT_RECORDS, viewer, params.id, params.contact);
      return { message: 'Contact deleted successfully' };
    },
  },
});
export const action = loader;
