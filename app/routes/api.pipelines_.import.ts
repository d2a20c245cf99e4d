import { ImportOptions } from '~/models/import/json.server';
import { importInOneRequest, tryImport } from '~/models/import/single-request.server';
import { parse } from '~/refusal';
import { userEndpoint } from '~/web/api/endpoint.server';
import { receiveImport } from '~/web/forms/receive-import.server';
import { createdAnswer } from '~/web/http/json.server';

export const loader = userEndpoint({
  POST: async (viewer, { request }) => {
    const { searchParams } = new URL(request.url);
    const options = parse(ImportOptions, Object.fromEntries(searchParams));
    const staged = await receiveImport(request, viewer);
    if (options.dryRun === 'true') return tryImport(viewer, staged, options);
    const imported = await importInOneRequest(viewer, staged, options);
    return createdAnswer(imported, `/api/imports/${imported.id}`);
  },
});
export const action = loader;
