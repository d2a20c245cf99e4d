import { requireApiStaff } from '~/auth.server';
import { endpoint } from '~/http.server';
import { readPipelineQuery } from '~/models/pipeline';
import { answerPipelines } from '~/pipelines-answer.server';

export const loader = endpoint({
  GET: async ({ request }) => {
    const viewer = await requireApiStaff(request);
    return answerPipelines(request, viewer, readPipelineQuery(new URL(request.url).searchParams));
  },
});
export const action = loader;
