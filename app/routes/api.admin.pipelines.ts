import { parseDealQuery } from '~/address/deal-query';
import { DealAnswer } from '~/domain/deal/json';
import { apiRoute } from '~/http/api/api-route.server';
import {
  CUSTOM_FIELD_PARAMETERS,
  FILTER_PARAMETERS,
  TOO_BROAD,
} from '~/http/api/deal-parameters.server';
import { respondWithDeals } from '~/http/api/deals.server';
import {
  describeList,
  LIMIT_AND_OFFSET,
  STAFF_ONLY,
  TOTAL_COUNT,
} from '~/http/api/describe.server';

export const loader = apiRoute({
  path: '/api/admin/pipelines',
  GET: {
    operationId: 'listAllPipelines',
    summary: 'List all deals',
    access: 'staff',
    parameters: [...FILTER_PARAMETERS, ...CUSTOM_FIELD_PARAMETERS, ...LIMIT_AND_OFFSET],
    answers: {
      200: describeList(DealAnswer, 'The deals that the caller may see, sorted.', TOTAL_COUNT),
      ...TOO_BROAD,
      ...STAFF_ONLY,
    },
    handler: ({ viewer, ...args }) =>
      respondWithDeals(args, viewer, parseDealQuery(new URL(args.request.url).searchParams)),
  },
});
export const action = loader;
