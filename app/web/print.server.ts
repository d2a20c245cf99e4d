import type { Viewer } from '~/models/access';
import { printHead, printRows } from '~/screens/dashboard/print.server';
import { readPipelineQuery } from '~/models/pipeline/query';
import { shownColumns } from '~/models/view/columns.server';
import { readLocale } from './session/appearance.server';
import { countExport } from './session/limits.server';
import type { Asked } from './http/stream.server';

/**
 * The whole filtered list for paper; its rows are read as they are sent. Throws 429 if two exports of
 * the viewer are running.
 */
export async function readPrint(asked: Asked, viewer: Viewer, list: string) {
  const { searchParams, search } = new URL(asked.request.url);
  const locale = readLocale(asked.request);
  const query = readPipelineQuery(searchParams, locale);
  const columns = await shownColumns(viewer, searchParams);
  const head = { ...(await printHead(viewer, query, locale)), columns };
  countExport(asked, viewer);
  return { head, rows: printRows(viewer, query, locale), back: list + search };
}
