import type { Viewer } from '~/domain/access';
import { listCustomFields } from '~/domain/custom-field/list.server';
import { getDuplicatesJson } from '~/domain/deal/duplicates.server';
import { getDeal } from '~/domain/deal/get.server';
import { DealAnswer, SavedDealAnswer, toDealJson } from '~/domain/deal/json';
import { DealEditInput } from '~/domain/deal/schema';
import { updateDeal } from '~/domain/deal/update.server';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { apiRoute, NUMBER } from '~/http/api/api-route.server';
import {
  DELETED,
  describeAnswer,
  describeError,
  describeVersionTag,
} from '~/http/api/describe.server';
import { FORCE_PARAMETER } from '~/http/api/force-parameter.server';
import { describeIfMatch, formatVersionTag, parseIfMatch } from '~/http/api/if-match.server';
import { isForced } from '~/http/request/params.server';
import { respondWithJson } from '~/http/responses/json.server';

const PATH = '/api/pipelines/{id}';
const ETAG = describeVersionTag('deal');
const IF_MATCH = describeIfMatch('deal');
const CHANGED_MEANWHILE = {
  412: describeError('Someone else has changed the deal in the meantime.'),
};

export const loader = apiRoute({
  path: PATH,
  params: { id: NUMBER },
  GET: {
    operationId: 'getPipeline',
    summary: 'Get a deal',
    answers: { 200: describeAnswer(DealAnswer, 'The deal.', ETAG) },
    handler: ({ viewer, params }) => answerWithDeal(viewer, params.id),
  },
  PUT: {
    operationId: 'updatePipeline',
    summary: 'Change a deal',
    description:
      'Only the keys sent are changed. null or an empty text clears a value. An empty object is refused.',
    parameters: [IF_MATCH, FORCE_PARAMETER],
    body: DealEditInput,
    answers: {
      200: describeAnswer(SavedDealAnswer, 'The updated deal.', ETAG),
      ...CHANGED_MEANWHILE,
    },
    handler: async ({ viewer, params: { id }, request, body }) => {
      const { scoreReason, ...changes } = body;
      const { companyName } = changes;
      const asksForDuplicates = companyName !== undefined && !isForced(request);
      const before = asksForDuplicates ? await getDeal(viewer, id) : undefined;
      await updateDeal(viewer, id, changes, { version: parseIfMatch(request, PATH), scoreReason });
      const isRenamed = asksForDuplicates && companyName !== before?.companyName;
      return answerWithDeal(
        viewer,
        id,
        isRenamed ? await getDuplicatesJson(viewer, companyName, id) : {},
      );
    },
  },
  DELETE: {
    operationId: 'deletePipeline',
    summary: 'Delete a deal and its evaluation',
    parameters: [IF_MATCH],
    answers: {
      ...DELETED,
      400: describeError('If-Match is not an ETag of the deal.'),
      ...CHANGED_MEANWHILE,
    },
    handler: async ({ viewer, params, request }) => {
      await deleteDeal(viewer, params.id, parseIfMatch(request, PATH));
      return { message: 'Pipeline deleted successfully' };
    },
  },
});
export const action = loader;

async function answerWithDeal(viewer: Viewer, id: number, duplicates = {}): Promise<Response> {
  const deal = await getDeal(viewer, id);
  return respondWithJson(
    { ...toDealJson(deal, await listCustomFields()), ...duplicates },
    { headers: formatVersionTag(deal.version) },
  );
}
