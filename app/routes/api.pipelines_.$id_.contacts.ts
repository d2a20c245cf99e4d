import { requireApiUser } from '~/web/session/auth.server';
import { endpoint, readId, readJson, readSlice } from '~/web/forms/request.server';
import { createdAnswer, listAnswer } from '~/web/http/json.server';
import {
  addContact,
  countContacts,
  getContact,
  listContacts,
} from '~/models/contact/contacts.server';
import { contactJson } from '~/models/contact/json';
import { ContactInput } from '~/models/contact/schema';

export const loader = endpoint({
  GET: async ({ request, params }) => {
    const viewer = await requireApiUser(request);
    const pipelineId = readId(params.id);
    const slice = readSlice(new URL(request.url).searchParams);
    const contacts = await listContacts(viewer, pipelineId, slice);
    return listAnswer(contacts.map(contactJson), await countContacts(pipelineId));
  },
  POST: async ({ request, params }) => {
    const viewer = await requireApiUser(request);
    const pipelineId = readId(params.id);
    const id = await addContact(viewer, pipelineId, await readJson(request, ContactInput));
    const contact = contactJson(await getContact(viewer, pipelineId, id));
    return createdAnswer(contact, `/api/pipelines/${pipelineId}/contacts/${id}`);
  },
});
export const action = loader;
