import { createShare } from '~/domain/share/create.server';
import { NewShareAnswer, ShareAnswer, shareJson } from '~/domain/share/json';
import { listShares } from '~/domain/share/list.server';
import { ShareInput } from '~/domain/share/schema';
import { apiRoute, NUMBER } from '~/http/api/api-route.server';
import { describeAnswer, describeList, MANAGERS_ONLY } from '~/http/api/describe.server';
import { respondWithJson } from '~/http/responses/json.server';

export const loader = apiRoute({
  path: '/api/pipelines/{id}/shares',
  params: { id: NUMBER },
  GET: {
    operationId: 'listShares',
    summary: 'List the shared pages of a deal, latest last day first',
    answers: {
      200: describeList(ShareAnswer, 'The shared pages, at most 100.'),
      ...MANAGERS_ONLY,
    },
    handler: async ({ viewer, params }) => (await listShares(viewer, params.id)).map(shareJson),
  },
  POST: {
    operationId: 'createShare',
    summary: 'Create a shared page, which can be read without an account',
    body: ShareInput,
    needsKnownKey: true,
    answers: {
      201: describeAnswer(NewShareAnswer, 'The new shared page, with its address.'),
      ...MANAGERS_ONLY,
    },
    handler: async ({ viewer, params, body }) => {
      const { share, url } = await createShare(viewer, params.id, body);
      return respondWithJson({ ...shareJson(share), url }, { status: 201 });
    },
  },
});
export const action = loader;
