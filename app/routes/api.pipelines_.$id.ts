import { requireApiUser } from '~/web/session/auth.server';
import { badRequest } from '~/refusal';
import { endpoint, readForce, readId, readJson } from '~/web/forms/request.server';
import { jsonAnswer } from '~/web/http/json.server';
import { duplicatesJson } from '~/models/pipeline/doubles.server';
import { listFields } from '~/models/field/definitions.server';
import { pipelineJson } from '~/models/pipeline/json';
import { PipelineEdit } from '~/models/pipeline/schema';
import { getPipeline, updatePipeline } from '~/models/pipeline/write.server';
import type { Viewer } from '~/models/access';
import { deletePipeline } from '~/models/trash/delete.server';

export const loader = endpoint({
  GET: async ({ request, params }) => answer(await requireApiUser(request), readId(params.id)),
  PUT: async ({ request, params }) => {
    const viewer = await requireApiUser(request);
    const id = readId(params.id);
    const { scoreReason, ...changes } = await readJson(request, PipelineEdit);
    const { companyName } = changes;
    const asksForDoubles = companyName !== undefined && !readForce(request);
    const before = asksForDoubles ? await getPipeline(viewer, id) : undefined;
    await updatePipeline(viewer, id, changes, readIfMatch(request), { scoreReason });
    const isRenamed = asksForDoubles && companyName !== before?.companyName;
    return answer(viewer, id, isRenamed ? await duplicatesJson(viewer, companyName, id) : {});
  },
  DELETE: async ({ request, params }) => {
    await deletePipeline(await requireApiUser(request), readId(params.id));
    return jsonAnswer({ message: 'Pipeline deleted successfully' });
  },
});
export const action = loader;

async function answer(viewer: Viewer, id: number, doubles = {}): Promise<Response> {
  const pipeline = await getPipeline(viewer, id);
  return jsonAnswer(
    { ...pipelineJson(pipeline, await listFields()), ...doubles },
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
