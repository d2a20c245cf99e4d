import { importJson } from '~/models/import/json';
import { listImports } from '~/models/import/stored.server';
import { requireApiUser } from '~/web/auth.server';
import { endpoint } from '~/web/request.server';
import { jsonAnswer } from '~/web/json.server';

export const loader = endpoint({
  GET: async ({ request }) =>
    jsonAnswer((await listImports(await requireApiUser(request))).map(importJson)),
});
export const action = loader;
