import { mergeDeals } from '~/domain/operations/merge/merge.server';
import { MergeInput } from '~/domain/operations/merge/schema';
import { rowEndpoint } from '~/http/api/endpoint.server';
import { readJson } from '~/http/request/json.server';
import { respondWithJson } from '~/http/responses/json.server';

export const loader = rowEndpoint({
  POST: async (viewer, pipelineId, { request }) => {
    const input = await readJson(request, MergeInput);
    const { id } = await mergeDeals(viewer, pipelineId, input);
    return respondWithJson({ id, pipelineId, otherId: input.otherId }, { status: 201 });
  },
});
export const action = loader;
