import { mergeDeals } from '~/models/merge/merge.server';
import { MergeInput } from '~/models/merge/schema';
import { rowEndpoint } from '~/web/api/endpoint.server';
import { readJson } from '~/web/forms/request.server';
import { jsonAnswer } from '~/web/http/json.server';

export const loader = rowEndpoint({
  POST: async (viewer, pipelineId, { request }) => {
    const input = await readJson(request, MergeInput);
    const { id } = await mergeDeals(viewer, pipelineId, input);
    return jsonAnswer({ id, pipelineId, otherId: input.otherId }, { status: 201 });
  },
});
export const action = loader;
