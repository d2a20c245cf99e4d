import { addField } from '~/models/field/administer.server';
import { listFields } from '~/models/field/fields.server';
import { fieldJson } from '~/models/field/json';
import { NewField } from '~/models/field/schema';
import { endpoint } from '~/web/api/endpoint.server';
import { readJson } from '~/web/forms/request.server';
import { createdAnswer } from '~/web/http/json.server';
import { requireApiAdmin, requireApiUser } from '~/web/session/auth.server';

export const loader = endpoint({
  GET: async ({ request }) => {
    await requireApiUser(request);
    return (await listFields()).map(fieldJson);
  },
  POST: async ({ request }) => {
    const viewer = await requireApiAdmin(request);
    const field = await addField(viewer, await readJson(request, NewField));
    return createdAnswer(fieldJson(field), `/api/fields/${field.key}`);
  },
});
export const action = loader;
