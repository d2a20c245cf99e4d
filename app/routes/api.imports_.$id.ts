import { undoImport } from '~/domain/import/apply/undo.server';
import { getImport } from '~/domain/import/record/get.server';
import { serializeImport } from '~/domain/import/record/json.server';
import { rowEndpoint } from '~/http/api/endpoint.server';

export const loader = rowEndpoint({
  GET: async (viewer, id) => serializeImport(await getImport(viewer, id)),
  DELETE: (viewer, id) => undoImport(viewer, id),
});
export const action = loader;
