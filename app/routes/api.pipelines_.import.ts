import { ImportOptions } from '~/models/import/json';
import { importInOneRequest, tryImport } from '~/models/import/single-request.server';
import { parse } from '~/refusal';
import { requireApiUser } from '~/web/session/auth.server';
import { endpoint } from '~/web/forms/request.server';
import { createdAnswer, jsonAnswer } from '~/web/http/json.server';
import { receiveImport } from '~/web/forms/receive-import.server';

export const loader = endpoint({
  POST: async ({ request }) => {
    const viewer = await requireApiUser(request);
    const { searchParams } = new URL(request.url);
    const options = parse(ImportOptions, Object.fromEntries(searchParams));
    const staged = await receiveImport(request, viewer);
    if (options.dryRun === 'true') return jsonAnswer(await tryImport(viewer, staged, options));
    const imported = await importInOneRequest(viewer, staged, options);
    return createdAnswer(imported, `/api/imports/${imported.id}`);
  },
});
export const action = loader;
