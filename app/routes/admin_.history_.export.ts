import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireAdmin } from '~/web/session/auth.server';
import { readHistoryQuery } from '~/screens/timeline/all.server';
import { readLocale } from '~/web/session/appearance.server';
import { answerWorkbook } from '~/web/api/workbook.server';

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireAdmin(args.request);
  const locale = readLocale(args.request);
  const { query } = readHistoryQuery(new URL(args.request.url).searchParams, locale);
  return answerWorkbook(args, 'history', 'exportHistory', { viewer, query, locale });
}
