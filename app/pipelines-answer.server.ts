import type { Viewer } from './models/access';
import type { PipelineQuery } from './models/pipeline';
import { countPipelines, listPipelines } from './models/pipeline-list.server';

/** The JSON list of both list addresses: a plain array; `limit` and `offset` are optional, `X-Total-Count` counts all (clarification 19). */
export async function answerPipelines(viewer: Viewer, query: PipelineQuery, params: URLSearchParams): Promise<Response> {
  const limit = readCount(params.get('limit'));
  const offset = readCount(params.get('offset')) ?? 0;
  const rows = await listPipelines(viewer, query, { limit: limit ?? Number.MAX_SAFE_INTEGER, offset });
  const total = limit === undefined && offset === 0 ? rows.length : await countPipelines(viewer, query);
  return Response.json(rows, { headers: { 'X-Total-Count': String(total) } });
}

/** A count in an address; anything else is as if it were not there. */
function readCount(value: string | null): number | undefined {
  return value && /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}
