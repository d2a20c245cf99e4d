import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireUser } from '~/web/session/auth.server';
import { readPipelineQuery } from '~/models/pipeline/query';
import { readLocale } from '~/web/session/appearance.server';
import { dealIds, readSelection } from '~/web/forms/selection.server';
import { answerWorkbook } from '~/web/api/workbook.server';

/** A workbook of the selected deals that the viewer may see. */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireUser(args.request);
  const ids = dealIds(readSelection(new URL(args.request.url).searchParams));
  const query = { ...readPipelineQuery(), ids };
  const locale = readLocale(args.request);
  return answerWorkbook(args, 'vc-pipelines', 'exportPipelines', { viewer, query, locale });
}
