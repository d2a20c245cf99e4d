import { requireApiStaff } from '~/web/session/auth.server';
import { endpoint } from '~/web/forms/request.server';
import { readPipelineQuery } from '~/models/pipeline/query';
import { answerPipelines } from '~/web/api/pipelines-json.server';

export const loader = endpoint({
  GET: async (asked) => {
    const viewer = await requireApiStaff(asked.request);
    const { searchParams } = new URL(asked.request.url);
    return answerPipelines(asked, viewer, readPipelineQuery(searchParams));
  },
});
export const action = loader;
