import { parseDealQuery } from '~/domain/deal/query';
import { userEndpoint } from '~/http/api/endpoint.server';
import { respondWithWorkbook } from '~/http/api/workbook.server';
import { readLocale } from '~/http/session/appearance.server';

export const loader = userEndpoint({
  GET: (viewer, args) => {
    const locale = readLocale(args.request);
    const query = parseDealQuery(new URL(args.request.url).searchParams, locale);
    return respondWithWorkbook(args, 'vc-pipelines', 'exportDeals', { viewer, query, locale });
  },
});
export const action = loader;
