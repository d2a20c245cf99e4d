import { ReadableStream } from 'node:stream/web';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { notFound } from '~/errors';

export type RequestArgs = Pick<LoaderFunctionArgs, 'request' | 'context'>;

export const HTML_HEADERS = { 'Content-Type': 'text/html; charset=utf-8' };

/** A stalled client leaves one chunk in memory. */
const CHUNK_CHARACTERS = 16 * 1024;

/**
 * Streams a text as fast as the client reads it; HEAD gets no body. Throws 404 for a `.data`
 * address, whose answers Remix reads whole.
 */
export function respondWithStream(
  { request, context }: RequestArgs,
  parts: AsyncIterable<string>,
  headers: HeadersInit,
): Response {
  assertNotDataRequest(context);
  if (request.method === 'HEAD') return new Response(null, { headers });
  const body = ReadableStream.from(joinIntoChunks(parts));
  return new Response(body as BodyInit, { headers });
}

export function buildListHeaders(total: number): Record<string, string> {
  return {
    'X-Total-Count': String(total),
    'Content-Type': 'application/json; charset=utf-8',
  };
}

/** Streams the JSON of one page of a list that has `total` items. */
export function respondWithListStream(
  args: RequestArgs,
  items: AsyncIterable<unknown>,
  total: number,
): Response {
  return respondWithStream(args, formatJsonArray(items), buildListHeaders(total));
}

async function* formatJsonArray(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '[';
  for await (const value of values) {
    yield before + JSON.stringify(value);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

export function assertNotDataRequest({ isDataRequest }: RequestArgs['context']): void {
  if (isDataRequest) throw notFound();
}

async function* joinIntoChunks(parts: AsyncIterable<string>) {
  let text = '';
  for await (const part of parts) {
    text += part;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(text);
    text = '';
    await nextTurn();
  }
  yield Buffer.from(text);
}
