import { addContact } from '~/domain/contact/edit.server';
import { ContactAnswer, toContactJson } from '~/domain/contact/json';
import { countContacts, getContact, listContacts } from '~/domain/contact/list.server';
import { ContactInput } from '~/domain/contact/schema';
import { apiRoute, NUMBER } from '~/http/api/api-route.server';
import {
  describeAnswer,
  describeList,
  LIMIT_AND_OFFSET,
  LOCATION,
  TOTAL_COUNT,
} from '~/http/api/describe.server';
import { parseLimitAndOffset } from '~/http/request/params.server';
import { respondWithCreated, respondWithList } from '~/http/responses/json.server';

export const loader = apiRoute({
  path: '/api/pipelines/{id}/contacts',
  params: { id: NUMBER },
  GET: {
    operationId: 'listContacts',
    summary: 'List the contacts of a deal, in the order they were added',
    parameters: LIMIT_AND_OFFSET,
    answers: { 200: describeList(ContactAnswer, 'The contacts.', TOTAL_COUNT) },
    handler: async ({ viewer, params, request }) => {
      const slice = parseLimitAndOffset(new URL(request.url).searchParams);
      const contacts = await listContacts(viewer, params.id, slice);
      return respondWithList(contacts.map(toContactJson), await countContacts(params.id));
    },
  },
  POST: {
    operationId: 'addContact',
    summary: 'Add a contact',
    body: ContactInput,
    answers: { 201: describeAnswer(ContactAnswer, 'The new contact.', LOCATION) },
    handler: async ({ viewer, params, body }) => {
      const id = await addContact(viewer, params.id, body);
      const contact = toContactJson(await getContact(viewer, params.id, id));
      return respondWithCreated(contact, `/api/pipelines/${params.id}/contacts/${id}`);
    },
  },
});
export const action = loader;
