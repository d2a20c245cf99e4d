import { ReadableStream } from 'node:stream/web';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { notFound } from '~/errors';

export type RequestArgs = Pick<LoaderFunctionArgs, 'request' | 'context'>;

export const HTML_HEADERS = { 'Content-Type': 'text/html; charset=utf-8' };

/** Characters; what a stalled client leaves in memory. */
const CHUNK_CHARACTERS = 16 * 1024;

/**
 * Answers with a text that is made only as the client reads it, and not at all for HEAD. Throws 404
 * for a `.data` address, of which Remix would read the whole answer into memory.
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

/** The pieces of a JSON array. */
export async function* formatJsonArray(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '[';
  for await (const value of values) {
    yield before + JSON.stringify(value);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

/** Long answers have no `.data` address: Remix would read them whole. Throws 404. */
export function assertNotDataRequest({ asData }: RequestArgs['context']): void {
  if (asData) throw notFound();
}

/** Yields to other requests after each chunk. */
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
