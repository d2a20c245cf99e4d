import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireUser } from '~/http/session/guards.server';
import { parseDealQuery } from '~/domain/deal/query';
import { readLocale } from '~/http/session/appearance.server';
import { parseDealIds, readSelection } from '~/http/forms/selection.server';
import { respondWithWorkbook } from '~/http/api/workbook.server';

/** A workbook of the selected deals that the viewer may see. */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireUser(args.request);
  const ids = parseDealIds(readSelection(new URL(args.request.url).searchParams));
  const query = { ...parseDealQuery(), ids };
  const locale = readLocale(args.request);
  return respondWithWorkbook(args, 'vc-pipelines', 'exportPipelines', { viewer, query, locale });
}
