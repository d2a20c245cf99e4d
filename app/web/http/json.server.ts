import type { Refusal } from '~/refusal';

/** An answer whose length is known, so that it is sent in one piece. */
export function jsonAnswer(value: unknown, init: ResponseInit = {}): Response {
  const body = Buffer.from(JSON.stringify(value));
  const headers = new Headers(init.headers);
  if (!headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
  headers.set('Content-Length', String(body.length));
  return new Response(body, { ...init, headers });
}

/** The answer to a refused request. */
export function answerTo({ status, body, retryAfter }: Refusal, headers?: HeadersInit): Response {
  const all = new Headers(headers);
  if (retryAfter) all.set('Retry-After', String(retryAfter));
  return jsonAnswer(body, { status, headers: all });
}
