import type { Viewer } from '~/domain/access';
import { listCustomFields } from '~/domain/custom-field/list.server';
import { countDeals } from '~/domain/deal/count.server';
import { createDealFinder } from '~/domain/deal/details.server';
import { toDealJson } from '~/domain/deal/json';
import { listDeals, listPageIds } from '~/domain/deal/list.server';
import type { DealQuery } from '~/domain/deal/query';
import type { Page } from '~/domain/pagination';
import { parseLimitAndOffset } from '~/http/request/params.server';
import { respondWithJson } from '~/http/responses/json.server';
import {
  buildListHeaders,
  type RequestArgs,
  respondWithListStream,
} from '~/http/responses/stream.server';
import { holdExportSlot } from '~/http/session/slots.server';

const MAX_UNSTREAMED_DEALS = 8;
const MAX_UNCOUNTED_DEALS = 100;

export async function respondWithDeals(
  args: RequestArgs,
  viewer: Viewer,
  query: DealQuery,
): Promise<Response> {
  const page = parseLimitAndOffset(new URL(args.request.url).searchParams);
  const total = await countDeals(viewer, query);
  const length = Math.min(page.limit, total - page.offset);
  if (length > MAX_UNCOUNTED_DEALS) holdExportSlot(args, viewer);
  if (length > MAX_UNSTREAMED_DEALS)
    return respondWithListStream(args, readDealsJson(viewer, query, page), total);
  const rows = await listDeals(viewer, query, page);
  const fields = await listCustomFields();
  return respondWithJson(
    rows.map((row) => toDealJson(row, fields)),
    { headers: buildListHeaders(total) },
  );
}

/** Reads each deal when it is sent, so that a slow client holds no snapshot. */
export async function* readDealsJson(viewer: Viewer, query: DealQuery, page: Page) {
  const find = createDealFinder(viewer);
  const fields = await listCustomFields();
  for (const id of await listPageIds(viewer, query, page)) {
    const deal = await find(id);
    if (deal) yield toDealJson(deal, fields);
  }
}
