import { importJson } from '~/models/import/json.server';
import { listImports } from '~/models/import/stored.server';
import { userEndpoint } from '~/web/api/endpoint.server';

export const loader = userEndpoint({
  GET: async (viewer) => (await listImports(viewer)).map(importJson),
});
export const action = loader;
