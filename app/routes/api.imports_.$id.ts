import { importJson } from '~/models/import/json';
import { getImport } from '~/models/import/stored.server';
import { undoImport } from '~/models/import/write/undo.server';
import { requireApiUser } from '~/web/session/auth.server';
import { endpoint, readId } from '~/web/forms/request.server';
import { jsonAnswer } from '~/web/http/json.server';

export const loader = endpoint({
  GET: async ({ request, params }) => {
    const viewer = await requireApiUser(request);
    return jsonAnswer(importJson(await getImport(viewer, readId(params.id))));
  },
  DELETE: async ({ request, params }) => {
    const viewer = await requireApiUser(request);
    return jsonAnswer(await undoImport(viewer, readId(params.id)));
  },
});
export const action = loader;
