import type { Readable } from 'node:stream';
import { createReadableStreamFromReadable } from '@remix-run/node';
import { snapshot } from '#db/client';
import { readSlice } from './request.server';
import type { Viewer } from '~/models/access';
import { pipelineJson } from '~/models/pipeline/json';
import type { PipelineQuery } from '~/models/pipeline/query';
import { countPipelines } from '~/models/pipeline/figures.server';
import { listPipelineIds, listPipelines, readPipelines } from '~/models/pipeline/list.server';
import { type Page } from '~/models/page';
import { pause, streamed } from './stream.server';

const CHUNK = 40;

/**
 * A JSON array of deals; `limit` and `offset` are optional, `X-Total-Count` counts all (rule 11.6).
 * A long one is streamed.
 */
export async function answerPipelines(
  request: Request,
  viewer: Viewer,
  query: PipelineQuery,
): Promise<Response> {
  const page = readSlice(new URL(request.url).searchParams);
  const total = await countPipelines(viewer, query);
  const headers = {
    'X-Total-Count': String(total),
    'Content-Type': 'application/json; charset=utf-8',
  };
  if (Math.min(page.limit, total - page.offset) > CHUNK)
    return new Response(
      createReadableStreamFromReadable(streamPipelines(viewer, query, page, request.signal)),
      { headers },
    );
  const rows = await listPipelines(viewer, query, page);
  return Response.json(rows.map(pipelineJson), { headers });
}

/** Reads all rows from one snapshot, until `signal` aborts. */
function streamPipelines(
  viewer: Viewer,
  query: PipelineQuery,
  page: Page,
  signal: AbortSignal,
): Readable {
  return streamed((out) =>
    snapshot(async (from) => {
      const ids = await listPipelineIds(viewer, query, page, from);
      for (let i = 0; i < ids.length; i += CHUNK) {
        const rows = await readPipelines(ids.slice(i, i + CHUNK), from);
        out.write((i ? ',' : '[') + rows.map((row) => JSON.stringify(pipelineJson(row))).join(','));
        await pause(out, signal);
      }
      out.end(ids.length ? ']' : '[]');
    }),
  );
}
