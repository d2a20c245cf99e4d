import {
  addContact,
  countContacts,
  getContact,
  listContacts,
} from '~/models/contact/contacts.server';
import { contactJson } from '~/models/contact/json';
import { ContactInput } from '~/models/contact/schema';
import { rowEndpoint } from '~/web/api/endpoint.server';
import { readJson, readSlice } from '~/web/forms/request.server';
import { createdAnswer, listAnswer } from '~/web/http/json.server';

export const loader = rowEndpoint({
  GET: async (viewer, pipelineId, { request }) => {
    const slice = readSlice(new URL(request.url).searchParams);
    const contacts = await listContacts(viewer, pipelineId, slice);
    return listAnswer(contacts.map(contactJson), await countContacts(pipelineId));
  },
  POST: async (viewer, pipelineId, { request }) => {
    const id = await addContact(viewer, pipelineId, await readJson(request, ContactInput));
    const contact = contactJson(await getContact(viewer, pipelineId, id));
    return createdAnswer(contact, `/api/pipelines/${pipelineId}/contacts/${id}`);
  },
});
export const action = loader;
