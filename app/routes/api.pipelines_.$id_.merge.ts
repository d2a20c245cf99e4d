import { mergeDeals } from '~/models/merge/merge.server';
import { MergeInput } from '~/models/merge/schema';
import { endpoint, readId, readJson } from '~/web/forms/request.server';
import { jsonAnswer } from '~/web/http/json.server';
import { requireApiUser } from '~/web/session/auth.server';

export const loader = endpoint({
  POST: async ({ request, params }) => {
    const viewer = await requireApiUser(request);
    const pipelineId = readId(params.id);
    const input = await readJson(request, MergeInput);
    const { id } = await mergeDeals(viewer, pipelineId, input);
    return jsonAnswer({ id, pipelineId, otherId: input.otherId }, { status: 201 });
  },
});
export const action = loader;
