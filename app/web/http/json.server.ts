import type { Refusal } from '~/refusal';

/** An answer whose length is known, so that it is sent in one piece. */
export function jsonAnswer(value: unknown, init: ResponseInit = {}): Response {
  const body = Buffer.from(JSON.stringify(value));
  const headers = new Headers(init.headers);
  if (!headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
  headers.set('Content-Length', String(body.length));
  return new Response(body, { ...init, headers });
}

/** What was created, and where it is. */
export function createdAnswer(value: unknown, address: string): Response {
  return jsonAnswer(value, { status: 201, headers: { Location: address } });
}

/** A part of a list, and how many there are in all. */
export function listAnswer(values: unknown[], total: number): Response {
  return jsonAnswer(values, { headers: { 'X-Total-Count': String(total) } });
}

/** The answer to a refused request. */
export function answerTo({ status, body, retryAfter }: Refusal, headers?: HeadersInit): Response {
  const all = new Headers(headers);
  if (retryAfter) all.set('Retry-After', String(retryAfter));
  return jsonAnswer(body, { status, headers: all });
}
