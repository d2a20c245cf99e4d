import { requireApiStaff } from '~/auth.server';
import { endpoint } from '~/http.server';
import { readPipelineQuery } from '~/models/pipeline';
import { answerPipelines } from '~/pipelines-answer.server';

export const loader = endpoint({
  GET: async ({ request }) => {
    const viewer = await requireApiStaff(request);
    const params = new URL(request.url).searchParams;
    return answerPipelines(viewer, readPipelineQuery(params), params);
  },
});
export const action = loader;
