import { ImportOptions } from '~/domain/import/record/json.server';
import { dryRunImport, importInOneRequest } from '~/domain/import/single-request.server';
import { parseInput } from '~/errors';
import { userEndpoint } from '~/http/api/endpoint.server';
import { receiveImport } from '~/http/forms/receive-import.server';
import { respondWithCreated } from '~/http/responses/json.server';

export const loader = userEndpoint({
  POST: async (viewer, { request }) => {
    const { searchParams } = new URL(request.url);
    const options = parseInput(ImportOptions, Object.fromEntries(searchParams));
    const staged = await receiveImport(request, viewer);
    if (options.dryRun === 'true') return dryRunImport(viewer, staged, options);
    const imported = await importInOneRequest(viewer, staged, options);
    return respondWithCreated(imported, `/api/imports/${imported.id}`);
  },
});
export const action = loader;
