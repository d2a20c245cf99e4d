import { requireApiUser } from '~/web/session/auth.server';
import { endpoint, readId, readJson } from '~/web/forms/request.server';
import { jsonAnswer } from '~/web/http/json.server';
import { changeContact, deleteContact, getContact } from '~/models/contact/contacts.server';
import { contactJson } from '~/models/contact/json';
import { ContactChanges } from '~/models/contact/schema';

export const loader = endpoint({
  GET: async ({ request, params }) => {
    const viewer = await requireApiUser(request);
    const contact = await getContact(viewer, readId(params.id), readId(params.contact));
    return jsonAnswer(contactJson(contact));
  },
  PUT: async ({ request, params }) => {
    const viewer = await requireApiUser(request);
    const pipelineId = readId(params.id);
    const id = readId(params.contact);
    await changeContact(viewer, pipelineId, id, await readJson(request, ContactChanges));
    return jsonAnswer(contactJson(await getContact(viewer, pipelineId, id)));
  },
  DELETE: async ({ request, params }) => {
    const viewer = await requireApiUser(request);
    await deleteContact(viewer, readId(params.id), readId(params.contact));
    return jsonAnswer({ message: 'Contact deleted successfully' });
  },
});
export const action = loader;
