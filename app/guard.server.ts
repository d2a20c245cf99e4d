import type { NextFunction, Request, Response } from 'express';
import { appUrl } from './env.server';

/** Refuses, before Remix sees them, requests that no page or caller of ours makes. Every refusal is a small 4xx. */

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const SAFE = new Set(['GET', 'HEAD']);
const MAX_BODY = 1_000_000;
const HOST = /^([\w.-]+|\[[\da-fA-F:.]+\])(:\d{1,5})?$/;

export function guard(request: Request, response: Response, next: NextFunction): void {
  const { method, headers } = request;
  if (!METHODS.includes(method)) return refuse(request, response, 405, 'This method is not allowed here.', { Allow: METHODS.join(', ') });
  if (![headers.host, ...forwardedHosts(headers)].every(isHost)) return refuse(request, response, 400, 'The Host header is not valid.');
  if (!isReadable(request.originalUrl)) return refuse(request, response, 400, 'The address is not valid.');
  if (!SAFE.has(method) && !isSameOrigin(request)) return refuse(request, response, 403, 'This request comes from another site.');
  if (Number(headers['content-length'] ?? 0) > MAX_BODY) return refuse(request, response, 413, 'The request is too large.');
  next();
}

/** A name or an address, with or without a port. */
function isHost(host: string | undefined): boolean {
  return host !== undefined && HOST.test(host) && URL.canParse(`http://${host}`);
}

/** Remix takes the port from this header, whether a proxy is trusted or not. */
function forwardedHosts(headers: Request['headers']): string[] {
  return headers['x-forwarded-host'] === undefined ? [] : String(headers['x-forwarded-host']).split(',').map((host) => host.trim());
}

/** A path that decodes, and a query that Remix can read. */
function isReadable(target: string): boolean {
  if (!target.startsWith('/') || target.includes('\\')) return false;
  try {
    decodeURIComponent(target.split('?', 1)[0]!);
    new URL(`http://host${target}`);
    return true;
  } catch {
    return false;
  }
}

/** Browsers say where an unsafe request comes from; callers that are no browser say nothing (fetch metadata, no tokens). */
function isSameOrigin({ headers, protocol }: Request): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const { origin } = headers;
  return origin === undefined || origin === new URL(appUrl).origin || origin === `${protocol}://${headers.host}`;
}

/** Answers, and lets what is still being sent run into nothing, so that the answer arrives. */
function refuse(request: Request, response: Response, status: number, message: string, headers: Record<string, string> = {}): void {
  response.status(status).set({ Connection: 'close', 'Cache-Control': 'no-store', ...headers }).json({ message });
  request.resume();
  setTimeout(() => request.destroy(), 2_000).unref();
}
