import type { LoaderFunctionArgs } from '@remix-run/node';
import { ALL_DEALS } from '~/domain/deal/query';
import { respondWithWorkbook } from '~/http/api/workbook.server';
import { parseDealIds, parseSelection } from '~/http/forms/selection.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireUser(args.request);
  const ids = parseDealIds(parseSelection(new URL(args.request.url).searchParams));
  const query = { ...ALL_DEALS, ids };
  const locale = readLocale(args.request);
  return respondWithWorkbook(args, 'vc-pipelines', 'exportDeals', { viewer, query, locale });
}
