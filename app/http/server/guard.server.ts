import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { appUrl, env } from '~/env.server';
import {
  MAX_FORM_BYTES,
  MAX_JSON_BYTES,
  MULTIPART_TYPE,
  parseMediaType,
  URL_ENCODED_TYPE,
} from '~/http/request/body.server';
import { logEvent } from '~/log.server';
import { recordForwarded } from '~/proxy-check.server';
import { endResponse } from './body.server';
import { CROSS_SITE_MESSAGE, describeCrossSite, renderCrossSitePage } from './cross-site.server';
import { findUploadRules, MAX_UPLOAD_MS } from './upload-rules';

/** Rejects malformed and cross-site requests with a 4xx before they reach Remix. */

const PAGE_METHODS = ['GET', 'HEAD', 'POST'];
const METHODS = [...PAGE_METHODS, 'PUT', 'PATCH', 'DELETE'];
export const METHOD_REJECTED = 'This method is not allowed here.';
const SAFE_METHODS = new Set(['GET', 'HEAD']);
const HOST_HEADER = /^([\w.-]+|\[[\da-fA-F:.]+\])(:\d{1,5})?$/;

export const BODY_TIMEOUT_MS = 60_000;

export const SERVER_TIMEOUTS_MS = {
  // Readers of a list click again without a new connection, which takes two round trips with TLS.
  keepAliveTimeout: 30_000,
  headersTimeout: 5_000,
  requestTimeout: MAX_UPLOAD_MS,
  connectionsCheckingInterval: 1_000,
};
export const MAX_CONNECTIONS = 4_000;

export function guardRequest(request: Request, response: Response, next: NextFunction): void {
  const { method, headers, originalUrl } = request;
  if (headers['x-forwarded-for'] !== undefined) recordForwarded(env);
  if (!METHODS.includes(method)) return rejectMethod(request, response, METHODS);
  const hosts = [...(request.headersDistinct.host ?? []), ...listForwardedHosts(headers)];
  if (request.headersDistinct.host?.length !== 1 || !hosts.every(isValidHost))
    return rejectRequest(request, response, {
      status: 400,
      message: 'The Host header is not valid.',
    });
  const path = parsePath(originalUrl);
  if (path === undefined)
    return rejectRequest(request, response, { status: 400, message: 'The address is not valid.' });
  const rules = /^\/(api\/|mcp\b)/.test(path) ? API_RULES : PAGE_RULES;
  if (!rules.methods.includes(method)) return rejectMethod(request, response, rules.methods);
  // The request carries no session, and its address is the secret; Remix also compares origins.
  if (isOneClickUnsubscribe(method, path)) delete headers.origin;
  else if (!SAFE_METHODS.has(method) && !isSameOrigin(request))
    return rejectCrossSite(request, response);
  if (!hasBody(request)) return next();
  const bodyRules = getBodyRules(request, path, rules);
  const rejection = findBodyRejection(request, bodyRules);
  if (rejection) return rejectRequest(request, response, rejection);
  limitBodyTime(request, response, bodyRules.timeoutMs);
  next();
}

const PAGE_RULES = {
  methods: PAGE_METHODS,
  type: URL_ENCODED_TYPE,
  maxBytes: MAX_FORM_BYTES,
};
const API_RULES = { methods: METHODS, type: 'application/json', maxBytes: MAX_JSON_BYTES };

interface BodyRules {
  isTypeAllowed: boolean;
  types: string;
  maxBytes: number;
  timeoutMs: number;
}

/** Returns the rules for the body that a request sends; the routes of uploads count their bytes. */
function getBodyRules(
  { method, headers }: Request,
  path: string,
  { type, maxBytes }: Pick<typeof PAGE_RULES, 'type' | 'maxBytes'>,
): BodyRules {
  const sent = parseMediaType(headers['content-type']) ?? '';
  const upload = findUploadRules(method, path);
  const types = upload?.types.join(' or ') ?? type;
  if (upload?.types.includes(sent))
    return { isTypeAllowed: true, types, maxBytes: Infinity, timeoutMs: upload.timeoutMs };
  const isTypeAllowed =
    sent === type || (sent === MULTIPART_TYPE && isOneClickUnsubscribe(method, path));
  return { isTypeAllowed, types, maxBytes, timeoutMs: BODY_TIMEOUT_MS };
}

function findBodyRejection(
  { method, headers }: Request,
  { isTypeAllowed, types, maxBytes }: BodyRules,
): Rejection | undefined {
  if (SAFE_METHODS.has(method))
    return { status: 400, message: 'A GET or HEAD request must not have a body.' };
  if (headers['content-encoding'] !== undefined)
    return {
      status: 415,
      message: 'Please send the body uncompressed.',
      headers: { 'Accept-Encoding': 'identity' },
    };
  if (!isTypeAllowed) return { status: 415, message: `Please send ${types}.` };
  if (Number(headers['content-length'] ?? 0) > maxBytes)
    return { status: 413, message: 'The request is too large.' };
  return undefined;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isValidHost(host: string | undefined): boolean {
  return host !== undefined && HOST_HEADER.test(host) && URL.canParse(`http://${host}`);
}

/** Remix uses this header, whether a proxy is trusted or not. */
function listForwardedHosts(headers: Request['headers']): string[] {
  return headers['x-forwarded-host'] === undefined
    ? []
    : String(headers['x-forwarded-host'])
        .split(',')
        .map((host) => host.trim());
}

/**
 * Returns the path, decoded and in lower case, as Remix matches it; undefined for paths that Remix
 * cannot parse or takes for another host (`/\`, control characters), and for legacy `_data`
 * requests.
 */
function parsePath(target: string): string | undefined {
  if (!target.startsWith('/') || target.includes('\\')) return undefined;
  try {
    if (new URL(`http://host${target}`).searchParams.has('_data')) return undefined;
    const path = decodeURIComponent(target.split('?', 1)[0]!).toLowerCase();
    return /[\\\p{Cc}]/u.test(path) ? undefined : path;
  } catch {
    return undefined;
  }
}

/** Mail programs send this request on the reader's behalf (RFC 8058). */
function isOneClickUnsubscribe(method: string, path: string): boolean {
  return method === 'POST' && /^\/unsubscribe\/[\w-]+$/.test(path);
}

const publicUrl = new URL(appUrl);

/** Browsers send Origin and Sec-Fetch-Site with unsafe requests; other clients send neither. */
function isSameOrigin({ headers, protocol }: Request): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const { origin } = headers;
  if (origin === undefined || origin === publicUrl.origin) return true;
  return origin === `${protocol}://${headers.host}` && isOwnHost(headers.host!);
}

export const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/;

/** With `APP_URL` set, any other name may be another site that points here (DNS rebinding). */
function isOwnHost(host: string): boolean {
  return env.APP_URL === undefined || LOOPBACK.test(host);
}

/**
 * Remix compares Origin with the host again, and would answer 500 if a proxy changed them, so it
 * gets the host that the guard accepted.
 */
export function restoreHost({ headers }: Request, _response: Response, next: NextFunction): void {
  delete headers['x-forwarded-host'];
  if (headers.origin === publicUrl.origin) headers.host = publicUrl.host;
  next();
}

/** Answers people with a page that says what to do, programs with JSON. */
function rejectCrossSite(request: Request, response: Response): void {
  const origins = describeCrossSite(request);
  const details = { ...origins, appUrl: env.APP_URL ?? 'not set' };
  logEvent('refused', { status: 403, why: CROSS_SITE_MESSAGE, ...details });
  if (!/\btext\/html\b/i.test(request.headers.accept ?? ''))
    return sendAndClose(request, response, 403, {
      type: 'json',
      text: formatMessage(CROSS_SITE_MESSAGE),
    });
  sendAndClose(request, response, 403, { type: 'html', text: renderCrossSitePage(origins) });
}

function rejectMethod(request: Request, response: Response, allowed: string[]): void {
  rejectRequest(request, response, {
    status: 405,
    message: METHOD_REJECTED,
    headers: { Allow: allowed.join(', ') },
  });
}

interface Rejection {
  status: number;
  message: string;
  headers?: Record<string, string>;
}

function rejectRequest(
  request: Request,
  response: Response,
  { status, message, headers }: Rejection,
): void {
  logEvent('refused', { status, why: message });
  sendAndClose(request, response, status, { type: 'json', text: formatMessage(message), headers });
}

const formatMessage = (message: string) => JSON.stringify({ message });

function sendAndClose(
  request: Request,
  response: Response,
  status: number,
  { type, text, headers }: { type: string; text: string; headers?: Record<string, string> },
): void {
  response
    .status(status)
    .type(type)
    .set({
      Connection: 'close',
      'Cache-Control': 'no-store',
      'Content-Length': String(Buffer.byteLength(text)),
      ...headers,
    });
  limitBodyTime(request, response, MAX_UPLOAD_MS);
  // A client that has left needs no answer.
  endResponse(request, response, text).catch(() => undefined);
}

const TIMEOUT_RESPONSE = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

/**
 * Ends a request whose body is incomplete after `timeoutMs`. Node's own timeout is the same for all
 * addresses of a server.
 */
function limitBodyTime(request: Request, response: Response, timeoutMs: number): void {
  const timer = setTimeout(() => {
    if (request.complete) return;
    if (!response.headersSent) request.socket.write(TIMEOUT_RESPONSE);
    request.socket.destroy();
  }, timeoutMs).unref();
  request.once('close', () => clearTimeout(timer));
}
