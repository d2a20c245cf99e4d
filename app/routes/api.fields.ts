import { addCustomField } from '~/domain/custom-field/create.server';
import { customFieldJson } from '~/domain/custom-field/json';
import { listCustomFields } from '~/domain/custom-field/list.server';
import { NewCustomField } from '~/domain/custom-field/schema';
import { endpoint } from '~/http/api/endpoint.server';
import { readJson } from '~/http/request/json.server';
import { respondWithCreated } from '~/http/responses/json.server';
import { requireApiAdmin, requireApiUser } from '~/http/session/api-guards.server';

export const loader = endpoint({
  GET: async ({ request }) => {
    await requireApiUser(request);
    return (await listCustomFields()).map(customFieldJson);
  },
  POST: async ({ request }) => {
    const viewer = await requireApiAdmin(request);
    const field = await addCustomField(viewer, await readJson(request, NewCustomField));
    return respondWithCreated(customFieldJson(field), `/api/fields/${field.key}`);
  },
});
export const action = loader;
