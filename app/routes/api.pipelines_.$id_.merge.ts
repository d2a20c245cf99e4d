import { mergeDeals } from '~/domain/operations/merge/merge.server';
import { MergeAnswer, MergeInput } from '~/domain/operations/merge/schema';
import { apiRoute, NUMBER } from '~/http/api/api-route.server';
import { describeAnswer, describeError } from '~/http/api/describe.server';
import { respondWithJson } from '~/http/responses/json.server';

export const loader = apiRoute({
  path: '/api/pipelines/{id}/merge',
  params: { id: NUMBER },
  POST: {
    operationId: 'mergePipelines',
    summary: 'Merge another deal into this one',
    description:
      'This deal keeps its owner and stage. Everything that belongs to the other deal moves here, its owner becomes a collaborator, and its addresses redirect here. The merge can be undone for 30 days.',
    body: MergeInput,
    answers: {
      201: describeAnswer(MergeAnswer, 'The new merge.'),
      403: describeError(
        'The caller is neither staff nor the owner of both deals, or may not do this.',
      ),
    },
    handler: async ({ viewer, params, body }) => {
      const { id } = await mergeDeals(viewer, params.id, body);
      const merge = { id, pipelineId: params.id, otherId: body.otherId };
      return respondWithJson(merge, { status: 201 });
    },
  },
});
export const action = loader;
