import { importJson } from '~/models/import/json.server';
import { getImport } from '~/models/import/stored.server';
import { undoImport } from '~/models/import/write/undo.server';
import { rowEndpoint } from '~/web/api/endpoint.server';

export const loader = rowEndpoint({
  GET: async (viewer, id) => importJson(await getImport(viewer, id)),
  DELETE: (viewer, id) => undoImport(viewer, id),
});
export const action = loader;
