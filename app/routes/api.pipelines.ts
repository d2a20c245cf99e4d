import { requireApiUser } from '~/web/auth.server';
import { endpoint, readJson } from '~/web/request.server';
import { pipelineJson } from '~/models/pipeline/json';
import { readPipelineQuery } from '~/models/pipeline/query';
import { PipelineInput } from '~/models/pipeline/schema';
import { createPipeline, getPipeline } from '~/models/pipeline/write.server';
import { answerPipelines } from '~/web/pipelines-json.server';

export const loader = endpoint({
  GET: async (asked) => {
    const viewer = await requireApiUser(asked.request);
    const { searchParams } = new URL(asked.request.url);
    return answerPipelines(asked, viewer, readPipelineQuery(searchParams));
  },
  POST: async ({ request }) => {
    const viewer = await requireApiUser(request);
    const id = await createPipeline(viewer, await readJson(request, PipelineInput));
    return Response.json(pipelineJson(await getPipeline(viewer, id)), {
      status: 201,
      headers: { Location: `/api/pipelines/${id}` },
    });
  },
});
export const action = loader;
