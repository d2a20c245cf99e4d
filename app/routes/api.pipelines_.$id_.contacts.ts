import { requireApiUser } from '~/web/session/auth.server';
import { endpoint, readId, readJson, readSlice } from '~/web/forms/request.server';
import { jsonAnswer } from '~/web/http/json.server';
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
    const total = String(await countContacts(pipelineId));
    return jsonAnswer(contacts.map(contactJson), { headers: { 'X-Total-Count': total } });
  },
  POST: async ({ request, params }) => {
    const viewer = await requireApiUser(request);
    const pipelineId = readId(params.id);
    const id = await addContact(viewer, pipelineId, await readJson(request, ContactInput));
    return jsonAnswer(contactJson(await getContact(viewer, pipelineId, id)), {
      status: 201,
      headers: { Location: `/api/pipelines/${pipelineId}/contacts/${id}` },
    });
  },
});
export const action = loader;
