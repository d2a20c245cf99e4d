import { requireApiUser } from '~/web/session/auth.server';
import { endpoint, readForce, readJson } from '~/web/forms/request.server';
import { duplicatesJson } from '~/models/pipeline/doubles.server';
import { listFields } from '~/models/field/definitions.server';
import { pipelineJson } from '~/models/pipeline/json';
import { readPipelineQuery } from '~/models/pipeline/query';
import { NewPipeline } from '~/models/pipeline/schema';
import { createPipeline, getPipeline } from '~/models/pipeline/write.server';
import { answerPipelines } from '~/web/api/pipelines-json.server';
import { createdAnswer } from '~/web/http/json.server';

export const loader = endpoint({
  GET: async (args) => {
    const viewer = await requireApiUser(args.request);
    const { searchParams } = new URL(args.request.url);
    return answerPipelines(args, viewer, readPipelineQuery(searchParams));
  },
  POST: async ({ request }) => {
    const viewer = await requireApiUser(request);
    const { scoreReason, ...input } = await readJson(request, NewPipeline);
    const id = await createPipeline(viewer, input, undefined, scoreReason);
    const doubles = readForce(request) ? {} : await duplicatesJson(viewer, input.companyName, id);
    const deal = pipelineJson(await getPipeline(viewer, id), await listFields());
    return createdAnswer({ ...deal, ...doubles }, `/api/pipelines/${id}`);
  },
});
export const action = loader;
