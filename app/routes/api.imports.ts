import { serializeImport } from '~/domain/import/record/json.server';
import { listImports } from '~/domain/import/record/list.server';
import { userEndpoint } from '~/http/api/endpoint.server';

export const loader = userEndpoint({
  GET: async (viewer) => (await listImports(viewer)).map(serializeImport),
});
export const action = loader;
