import { ImportOptions } from '~/models/import/json';
import { importInOneRequest, tryImport } from '~/models/import/single-request.server';
import { parse } from '~/refusal';
import { requireApiUser } from '~/web/session/auth.server';
import { endpoint } from '~/web/forms/request.server';
import { jsonAnswer } from '~/web/http/json.server';
import { receiveImport } from '~/web/forms/receive-import.server';

export const loader = endpoint({
  POST: async ({ request }) => {
    const viewer = await requireApiUser(request);
    const { searchParams } = new URL(request.url);
    const options = parse(ImportOptions, Object.fromEntries(searchParams));
    const staged = await receiveImport(request, viewer);
    if (options.dryRun === 'true') return jsonAnswer(await tryImport(viewer, staged, options));
    const imported = await importInOneRequest(viewer, staged, options);
    const headers = { Location: `/api/imports/${imported.id}` };
    return jsonAnswer(imported, { status: 201, headers });
  },
});
export const action = loader;
