import { listFields } from '~/models/field/fields.server';
import { duplicatesJson } from '~/models/pipeline/duplicates.server';
import { pipelineJson } from '~/models/pipeline/json';
import { readPipelineQuery } from '~/models/pipeline/query';
import { NewPipeline } from '~/models/pipeline/schema';
import { createPipeline, getPipeline } from '~/models/pipeline/write.server';
import { userEndpoint } from '~/web/api/endpoint.server';
import { answerPipelines } from '~/web/api/pipelines-json.server';
import { readForce, readJson } from '~/web/forms/request.server';
import { createdAnswer } from '~/web/http/json.server';

export const loader = userEndpoint({
  GET: (viewer, args) =>
    answerPipelines(args, viewer, readPipelineQuery(new URL(args.request.url).searchParams)),
  POST: async (viewer, { request }) => {
    const { scoreReason, ...input } = await readJson(request, NewPipeline);
    const id = await createPipeline(viewer, input, undefined, scoreReason);
    const duplicates = readForce(request)
      ? {}
      : await duplicatesJson(viewer, input.companyName, id);
    const deal = pipelineJson(await getPipeline(viewer, id), await listFields());
    return createdAnswer({ ...deal, ...duplicates }, `/api/pipelines/${id}`);
  },
});
export const action = loader;
