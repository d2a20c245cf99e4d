import { addContact } from '~/domain/contact/edit.server';
import { toContactJson } from '~/domain/contact/json';
import { countContacts, getContact, listContacts } from '~/domain/contact/list.server';
import { ContactInput } from '~/domain/contact/schema';
import { rowEndpoint } from '~/http/api/endpoint.server';
import { readJson } from '~/http/request/json.server';
import { parseLimitAndOffset } from '~/http/request/params.server';
import { respondWithCreated, respondWithList } from '~/http/responses/json.server';

export const loader = rowEndpoint({
  GET: async (viewer, pipelineId, { request }) => {
    const slice = parseLimitAndOffset(new URL(request.url).searchParams);
    const contacts = await listContacts(viewer, pipelineId, slice);
    return respondWithList(contacts.map(toContactJson), await countContacts(pipelineId));
  },
  POST: async (viewer, pipelineId, { request }) => {
    const id = await addContact(viewer, pipelineId, await readJson(request, ContactInput));
    const contact = toContactJson(await getContact(viewer, pipelineId, id));
    return respondWithCreated(contact, `/api/pipelines/${pipelineId}/contacts/${id}`);
  },
});
export const action = loader;
