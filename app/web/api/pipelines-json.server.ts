import { readSlice } from '~/web/forms/request.server';
import type { Viewer } from '~/models/access';
import { listFields } from '~/models/field/fields.server';
import { pipelineJson } from '~/models/pipeline/json';
import type { PipelineQuery } from '~/models/pipeline/query';
import { countPipelines } from '~/models/pipeline/figures.server';
import { listPipelines, pageIds, pipelineFinder } from '~/models/pipeline/list.server';
import { type Page } from '~/models/page';
import { countExport } from '~/web/session/limits.server';
import { jsonArray, type RequestArgs, streamedText } from '~/web/http/stream.server';
import { jsonAnswer } from '~/web/http/json.server';

const SHORT = 8;
/** Deals of a list that is no export yet: as many as the longest page shows. */
const LONG = 100;

/**
 * A JSON array of deals; `limit` and `offset` are optional, `X-Total-Count` counts all (rule 11.6).
 * Throws 429 if two exports of the viewer are running and this would be a third.
 */
export async function answerPipelines(
  args: RequestArgs,
  viewer: Viewer,
  query: PipelineQuery,
): Promise<Response> {
  const page = readSlice(new URL(args.request.url).searchParams);
  const total = await countPipelines(viewer, query);
  const headers = {
    'X-Total-Count': String(total),
    'Content-Type': 'application/json; charset=utf-8',
  };
  const length = Math.min(page.limit, total - page.offset);
  if (length > LONG) countExport(args, viewer);
  if (length > SHORT) return streamedText(args, jsonArray(readDeals(viewer, query, page)), headers);
  const rows = await listPipelines(viewer, query, page);
  const fields = await listFields();
  return jsonAnswer(
    rows.map((row) => pipelineJson(row, fields)),
    { headers },
  );
}

/** The deals that are listed now, each read when it is sent: a slow client holds no snapshot. */
async function* readDeals(viewer: Viewer, query: PipelineQuery, page: Page) {
  const find = pipelineFinder(viewer);
  const fields = await listFields();
  for (const id of await pageIds(viewer, query, page)) {
    const pipeline = await find(id);
    if (pipeline) yield pipelineJson(pipeline, fields);
  }
}
