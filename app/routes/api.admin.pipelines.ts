import { parseDealQuery } from '~/domain/deal/query';
import { respondWithDeals } from '~/http/api/deals.server';
import { userEndpoint } from '~/http/api/endpoint.server';
import { requireApiStaff } from '~/http/session/api-guards.server';

export const loader = userEndpoint(
  {
    GET: (viewer, args) =>
      respondWithDeals(args, viewer, parseDealQuery(new URL(args.request.url).searchParams)),
  },
  requireApiStaff,
);
export const action = loader;
