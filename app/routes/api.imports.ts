import { importJson } from '~/models/import/json';
import { listImports } from '~/models/import/stored.server';
import { requireApiUser } from '~/web/session/auth.server';
import { endpoint } from '~/web/forms/request.server';
import { jsonAnswer } from '~/web/http/json.server';

export const loader = endpoint({
  GET: async ({ request }) =>
    jsonAnswer((await listImports(await requireApiUser(request))).map(importJson)),
});
export const action = loader;
