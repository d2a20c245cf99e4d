import type { IncomingMessage, ServerResponse } from 'node:http';
import { ReadableStream } from 'node:stream/web';
import { setTimeout as pause } from 'node:timers/promises';
import { env } from '~/env.server';

/** In bytes: what is received and dropped of a body that nobody reads to its end; a form with files may be as large. */
const MAX_DROPPED_BYTES = Math.max(50, env.MAX_DEAL_FILES_MB) * 1024 * 1024;

/** In ms: how long a client has to read its answer that sends nothing more, or even more than that. */
const LINGER_MS = 2_000;

const bodies = new WeakMap<IncomingMessage, AsyncGenerator<Uint8Array>>();

const iteratePieces = (request: IncomingMessage) =>
  request.iterator({ destroyOnReturn: false }) as AsyncGenerator<Uint8Array>;

/**
 * The body of a request. Reading it fails when the connection ends, also when that was before the
 * first read; a caller that stops reading leaves the connection open.
 */
export function streamBody(request: IncomingMessage): ReadableStream<Uint8Array> {
  const pieces = iteratePieces(request);
  bodies.set(request, pieces);
  return ReadableStream.from(pieces);
}

/**
 * Ends a response with its whole body, which has its length in the headers. Of a request that is
 * still being sent, the rest is received and dropped before: most clients read only after they have
 * sent everything. Rejects when the connection ends first.
 */
export async function endResponse(
  request: IncomingMessage,
  response: ServerResponse & { flush?: () => void },
  body: Buffer | string = '',
): Promise<void> {
  if (request.complete) return void response.end(body);
  response.write(body);
  // What is compressed waits for more otherwise.
  response.flush?.();
  await drainBody(request);
  response.end();
}

async function drainBody(request: IncomingMessage): Promise<void> {
  await bodies.get(request)?.return(undefined);
  let size = 0;
  const idle = setTimeout(() => request.destroy(), LINGER_MS);
  try {
    for await (const piece of iteratePieces(request)) {
      idle.refresh();
      size += piece.byteLength;
      if (size > MAX_DROPPED_BYTES) break;
    }
  } finally {
    clearTimeout(idle);
  }
  if (request.complete) return;
  await pause(LINGER_MS);
  request.destroy();
}
