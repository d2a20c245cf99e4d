import { getInboxFile } from '~/domain/inbox/list.server';
import { apiRoute, NUMBER } from '~/http/api/api-route.server';
import { DOWNLOAD_ANSWERS, RANGE } from '~/http/api/describe.server';
import { TRIAGE_ONLY } from '~/http/api/inbox.server';
import { respondWithFile } from '~/http/responses/file.server';

export const loader = apiRoute({
  path: '/api/inbox/{id}/files/{file}',
  params: { id: NUMBER, file: NUMBER },
  GET: {
    operationId: 'getInboxFile',
    summary: 'Download a file of an item',
    parameters: [RANGE],
    answers: { ...TRIAGE_ONLY, ...DOWNLOAD_ANSWERS },
    handler: async ({ viewer, params, ...args }) =>
      respondWithFile(args, await getInboxFile(viewer, params.id, params.file)),
  },
});
export const action = loader;
