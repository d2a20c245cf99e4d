import { listCustomFields } from '~/domain/custom-field/list.server';
import { createDeal } from '~/domain/deal/create.server';
import { getDuplicatesJson } from '~/domain/deal/duplicates.server';
import { getDeal } from '~/domain/deal/get.server';
import { toDealJson } from '~/domain/deal/json';
import { parseDealQuery } from '~/domain/deal/query';
import { NewDealInput } from '~/domain/deal/schema';
import { respondWithDeals } from '~/http/api/deals.server';
import { userEndpoint } from '~/http/api/endpoint.server';
import { readJson } from '~/http/request/json.server';
import { isForced } from '~/http/request/params.server';
import { respondWithCreated } from '~/http/responses/json.server';

export const loader = userEndpoint({
  GET: (viewer, args) =>
    respondWithDeals(args, viewer, parseDealQuery(new URL(args.request.url).searchParams)),
  POST: async (viewer, { request }) => {
    const { scoreReason, ...input } = await readJson(request, NewDealInput);
    const id = await createDeal(viewer, input, { scoreReason });
    const duplicates = isForced(request)
      ? {}
      : await getDuplicatesJson(viewer, input.companyName, id);
    const deal = toDealJson(await getDeal(viewer, id), await listCustomFields());
    return respondWithCreated({ ...deal, ...duplicates }, `/api/pipelines/${id}`);
  },
});
export const action = loader;
