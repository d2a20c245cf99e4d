import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { env } from '~/env.server';

/** Unread bodies are drained up to this size; a form with files may be as large. */
const MAX_DRAINED_BYTES = Math.max(50, env.MAX_DEAL_FILES_MB) * 1024 * 1024;

const LINGER_MS = 2_000;

/**
 * Ends a response with a whole body of known length. Drains the rest of the request first, because
 * most clients read only after they have sent everything. Rejects if the connection ends first.
 */
export async function endResponse(
  request: IncomingMessage,
  response: ServerResponse & { flush?: () => void },
  body: Buffer | string = '',
): Promise<void> {
  if (request.complete) {
    response.end(body);
    return;
  }
  response.write(body);
  // Compression would wait for more.
  response.flush?.();
  await drainBody(request);
  response.end();
}

async function drainBody(request: IncomingMessage): Promise<void> {
  let size = 0;
  const idle = setTimeout(() => request.destroy(), LINGER_MS);
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      idle.refresh();
      size += chunk.byteLength;
      if (size > MAX_DRAINED_BYTES) break;
    }
  } finally {
    clearTimeout(idle);
  }
  if (request.complete) return;
  await pause(LINGER_MS);
  request.destroy();
}
