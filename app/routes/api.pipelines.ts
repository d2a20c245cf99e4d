import { parseDealQuery } from '~/address/deal-query';
import { listCustomFields } from '~/domain/custom-field/list.server';
import { createDeal } from '~/domain/deal/create.server';
import { getDuplicatesJson } from '~/domain/deal/duplicates.server';
import { getDeal } from '~/domain/deal/get.server';
import { DealAnswer, SavedDealAnswer, toDealJson } from '~/domain/deal/json';
import { NewDealInput } from '~/domain/deal/schema';
import { apiRoute } from '~/http/api/api-route.server';
import {
  CUSTOM_FIELD_PARAMETERS,
  FILTER_PARAMETERS,
  TOO_BROAD,
} from '~/http/api/deal-parameters.server';
import { respondWithDeals } from '~/http/api/deals.server';
import {
  describeAnswer,
  describeList,
  LIMIT_AND_OFFSET,
  LOCATION,
  TOTAL_COUNT,
} from '~/http/api/describe.server';
import { FORCE_PARAMETER } from '~/http/api/force-parameter.server';
import { isForced } from '~/http/request/params.server';
import { respondWithCreated } from '~/http/responses/json.server';

export const loader = apiRoute({
  path: '/api/pipelines',
  GET: {
    operationId: 'listPipelines',
    summary: 'List deals: all deals for staff; for a user, their own and those shared with them',
    parameters: [...FILTER_PARAMETERS, ...CUSTOM_FIELD_PARAMETERS, ...LIMIT_AND_OFFSET],
    answers: {
      200: describeList(DealAnswer, 'The deals that the caller may see, sorted.', TOTAL_COUNT),
      ...TOO_BROAD,
    },
    handler: ({ viewer, ...args }) =>
      respondWithDeals(args, viewer, parseDealQuery(new URL(args.request.url).searchParams)),
  },
  POST: {
    operationId: 'createPipeline',
    summary: 'Create a deal owned by the caller',
    parameters: [FORCE_PARAMETER],
    body: NewDealInput,
    answers: { 201: describeAnswer(SavedDealAnswer, 'The new deal.', LOCATION) },
    handler: async ({ viewer, request, body }) => {
      const { scoreReason, ...input } = body;
      const id = await createDeal(viewer, input, { scoreReason });
      const duplicates = isForced(request)
        ? {}
        : await getDuplicatesJson(viewer, input.companyName, id);
      const deal = toDealJson(await getDeal(viewer, id), await listCustomFields());
      return respondWithCreated({ ...deal, ...duplicates }, `/api/pipelines/${id}`);
    },
  },
});
export const action = loader;
