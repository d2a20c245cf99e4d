import type { DomainError } from '~/errors';

export function respondWithJson(value: unknown, init: ResponseInit = {}): Response {
  const body = Buffer.from(JSON.stringify(value));
  const headers = new Headers(init.headers);
  if (!headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
  headers.set('Content-Length', String(body.length));
  return new Response(body, { ...init, headers });
}

export function respondWithCreated(value: unknown, address: string): Response {
  return respondWithJson(value, { status: 201, headers: { Location: address } });
}

export function respondWithList(values: unknown[], total: number): Response {
  return respondWithJson(values, { headers: { 'X-Total-Count': String(total) } });
}

export function respondWithError(
  { status, body, retryAfter }: DomainError,
  headers?: HeadersInit,
): Response {
  const all = new Headers(headers);
  if (retryAfter) all.set('Retry-After', String(retryAfter));
  return respondWithJson(body, { status, headers: all });
}
