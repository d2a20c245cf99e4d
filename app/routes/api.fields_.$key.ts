import { changeField } from '~/models/field/administer.server';
import { fieldJson } from '~/models/field/json';
import { FieldChanges } from '~/models/field/schema';
import { endpoint, readJson } from '~/web/forms/request.server';
import { jsonAnswer } from '~/web/http/json.server';
import { requireApiAdmin } from '~/web/session/auth.server';

export const loader = endpoint({
  PUT: async ({ request, params }) => {
    const viewer = await requireApiAdmin(request);
    const changes = await readJson(request, FieldChanges);
    return jsonAnswer(fieldJson(await changeField(viewer, params.key!, changes)));
  },
  DELETE: async ({ request, params }) => {
    const viewer = await requireApiAdmin(request);
    return jsonAnswer(fieldJson(await changeField(viewer, params.key!, { archived: true })));
  },
});
export const action = loader;
