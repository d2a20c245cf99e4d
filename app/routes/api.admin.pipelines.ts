import { requireApiStaff } from '~/web/auth.server';
import { endpoint } from '~/web/request.server';
import { readPipelineQuery } from '~/models/pipeline/query';
import { answerPipelines } from '~/web/pipelines-json.server';

export const loader = endpoint({
  GET: async ({ request }) => {
    const viewer = await requireApiStaff(request);
    return answerPipelines(request, viewer, readPipelineQuery(new URL(request.url).searchParams));
  },
});
export const action = loader;
