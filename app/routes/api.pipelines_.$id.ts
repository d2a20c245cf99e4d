import { badRequest } from '~/refusal';
import { rowEndpoint } from '~/web/api/endpoint.server';
import { readForce, readJson } from '~/web/forms/request.server';
import { jsonAnswer } from '~/web/http/json.server';
import { duplicatesJson } from '~/models/pipeline/duplicates.server';
import { listFields } from '~/models/field/fields.server';
import { pipelineJson } from '~/models/pipeline/json';
import { PipelineEdit } from '~/models/pipeline/schema';
import { getPipeline, updatePipeline } from '~/models/pipeline/write.server';
import type { Viewer } from '~/models/access';
import { deletePipeline } from '~/models/trash/delete.server';

export const loader = rowEndpoint({
  GET: (viewer, id) => answer(viewer, id),
  PUT: async (viewer, id, { request }) => {
    const { scoreReason, ...changes } = await readJson(request, PipelineEdit);
    const { companyName } = changes;
    const asksForDuplicates = companyName !== undefined && !readForce(request);
    const before = asksForDuplicates ? await getPipeline(viewer, id) : undefined;
    await updatePipeline(viewer, id, changes, readIfMatch(request), { scoreReason });
    const isRenamed = asksForDuplicates && companyName !== before?.companyName;
    return answer(viewer, id, isRenamed ? await duplicatesJson(viewer, companyName, id) : {});
  },
  DELETE: async (viewer, id) => {
    await deletePipeline(viewer, id);
    return { message: 'Pipeline deleted successfully' };
  },
});
export const action = loader;

async function answer(viewer: Viewer, id: number, duplicates = {}): Promise<Response> {
  const pipeline = await getPipeline(viewer, id);
  return jsonAnswer(
    { ...pipelineJson(pipeline, await listFields()), ...duplicates },
    { headers: { ETag: `"${pipeline.version}"` } },
  );
}

/** The version that the caller's edit is based on, if given (rule 11.11). */
function readIfMatch(request: Request): number | undefined {
  const tag = request.headers.get('If-Match');
  if (tag === null || tag.trim() === '*') return undefined;
  const version = /^\s*(?:W\/)?"(\d{1,15})"\s*$/.exec(tag)?.[1];
  if (!version) throw badRequest('If-Match takes the ETag of GET /api/pipelines/{id}.');
  return Number(version);
}
