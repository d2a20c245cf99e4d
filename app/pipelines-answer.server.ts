import { readSlice } from './http.server';
import type { Viewer } from './models/access';
import { pipelineJson } from './models/json';
import type { PipelineQuery } from './models/pipeline';
import { countPipelines, listPipelineIds, readPipelines } from './models/pipeline-list.server';

/** The JSON list of both list addresses: a plain array; `limit` and `offset` are optional, `X-Total-Count` counts all (clarification 19). */
export async function answerPipelines(viewer: Viewer, query: PipelineQuery, params: URLSearchParams): Promise<Response> {
  const [rows, total] = await Promise.all([listPipelineIds(viewer, query, readSlice(params)).then((ids) => readPipelines(ids)), countPipelines(viewer, query)]);
  return Response.json(rows.map(pipelineJson), { headers: { 'X-Total-Count': String(total) } });
}
