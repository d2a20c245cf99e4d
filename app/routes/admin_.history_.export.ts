import type { LoaderFunctionArgs } from '@remix-run/node';
import { respondWithWorkbook } from '~/http/api/workbook.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireAdmin } from '~/http/session/guards.server';
import { parseHistoryQuery } from '~/ui/history/history-query.server';

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireAdmin(args.request);
  const locale = readLocale(args.request);
  const { query } = parseHistoryQuery(new URL(args.request.url).searchParams, locale.timeZone);
  return respondWithWorkbook(args, 'history', 'exportHistory', { viewer, query, locale });
}
