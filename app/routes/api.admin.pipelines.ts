import { requireApiStaff } from '~/web/session/auth.server';
import { endpoint } from '~/web/forms/request.server';
import { readPipelineQuery } from '~/models/pipeline/query';
import { answerPipelines } from '~/web/api/pipelines-json.server';

export const loader = endpoint({
  GET: async (args) => {
    const viewer = await requireApiStaff(args.request);
    const { searchParams } = new URL(args.request.url);
    return answerPipelines(args, viewer, readPipelineQuery(searchParams));
  },
});
export const action = loader;
