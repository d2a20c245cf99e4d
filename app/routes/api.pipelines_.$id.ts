import type { Viewer } from '~/domain/access';
import { listCustomFields } from '~/domain/custom-field/list.server';
import { getDuplicatesJson } from '~/domain/deal/duplicates.server';
import { getDeal } from '~/domain/deal/get.server';
import { toDealJson } from '~/domain/deal/json';
import { DealEditInput } from '~/domain/deal/schema';
import { updateDeal } from '~/domain/deal/update.server';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { badRequest } from '~/errors';
import { rowEndpoint } from '~/http/api/endpoint.server';
import { readJson } from '~/http/request/json.server';
import { isForced } from '~/http/request/params.server';
import { respondWithJson } from '~/http/responses/json.server';

export const loader = rowEndpoint({
  GET: (viewer, id) => answerWithDeal(viewer, id),
  PUT: async (viewer, id, { request }) => {
    const { scoreReason, ...changes } = await readJson(request, DealEditInput);
    const { companyName } = changes;
    const asksForDuplicates = companyName !== undefined && !isForced(request);
    const before = asksForDuplicates ? await getDeal(viewer, id) : undefined;
    await updateDeal(viewer, id, changes, { version: readIfMatch(request), scoreReason });
    const isRenamed = asksForDuplicates && companyName !== before?.companyName;
    return answerWithDeal(
      viewer,
      id,
      isRenamed ? await getDuplicatesJson(viewer, companyName, id) : {},
    );
  },
  DELETE: async (viewer, id) => {
    await deleteDeal(viewer, id);
    return { message: 'Pipeline deleted successfully' };
  },
});
export const action = loader;

async function answerWithDeal(viewer: Viewer, id: number, duplicates = {}): Promise<Response> {
  const deal = await getDeal(viewer, id);
  return respondWithJson(
    { ...toDealJson(deal, await listCustomFields()), ...duplicates },
    { headers: { ETag: `"${deal.version}"` } },
  );
}

/** Returns the version that the caller's edit is based on, if given (rule 11.11). */
function readIfMatch(request: Request): number | undefined {
  const tag = request.headers.get('If-Match');
  if (tag === null || tag.trim() === '*') return undefined;
  const version = /^\s*(?:W\/)?"(\d{1,15})"\s*$/.exec(tag)?.[1];
  if (!version) throw badRequest('If-Match takes the ETag of GET /api/pipelines/{id}.');
  return Number(version);
}
