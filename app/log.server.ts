import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

/**
 * One line of JSON for every request, security event and error, with the id of the `X-Request-Id`
 * header (ASVS 16). Users are logged by id; no passwords, cookies, keys or input.
 */

interface RequestContext {
  id: string;
  user?: string;
}
const requestContext = new AsyncLocalStorage<RequestContext>();

export function requestId(): string | undefined {
  return requestContext.getStore()?.id;
}

export function noteUser(id: string): void {
  const request = requestContext.getStore();
  if (request) request.user = id;
}

export function logRequests(request: Request, response: Response, next: NextFunction): void {
  const current: RequestContext = { id: randomUUID() };
  const start = performance.now();
  response.set('X-Request-Id', current.id);
  response.once('close', () => {
    const ms = Math.round((performance.now() - start) * 10) / 10;
    const status = response.writableFinished ? response.statusCode : 'cut off';
    const path = redactedPath(request.originalUrl);
    write({
      kind: 'request',
      ...current,
      method: request.method,
      path,
      status,
      ms,
      address: request.ip,
    });
    if (response.statusCode < 400) count(`${request.method} ${routeOf(path)}`, ms);
  });
  requestContext.run(current, next);
}

/** Logs a security event such as a login. Does nothing outside of a request. */
export function logEvent(
  event: string,
  details: Record<string, string | number | undefined> = {},
): void {
  const request = requestContext.getStore();
  if (request) write({ kind: 'security', ...request, event, ...details });
}

/** `what` names the failed task outside of a request. */
export function logError(error: unknown, what?: string): void {
  const { name, message, stack } = errorDetails(error);
  const request = requestContext.getStore();
  remember(what ? `${what}: ${message}` : message, request?.id);
  console.error(
    JSON.stringify({
      time: new Date().toISOString(),
      kind: 'error',
      ...request,
      what,
      name,
      message,
      stack,
    }),
  );
}

function write(entry: object): void {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`);
}

/** The path without query (user input) and without the key of a password link. */
function redactedPath(target: string): string {
  return target
    .split('?', 1)[0]!
    .replace(/^(\/password\/)[^/.]+/i, '$1:key')
    .slice(0, 200);
}

/** Drizzle's messages contain the query's values, so only their cause is logged. */
function errorDetails(error: unknown): { name: string; message: string; stack: string } {
  if (!(error instanceof Error)) return { name: typeof error, message: String(error), stack: '' };
  const reported = 'params' in error && error.cause instanceof Error ? error.cause : error;
  return {
    name: reported.name,
    message: reported.message,
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
  };
}

// Statistics for the System page, in memory since the start.

const MAX_ROUTES = 200;
const MAX_TIMES = 200;
const MAX_ERRORS = 20;
const times = new Map<string, { count: number; latest: number[] }>();
const errors: { at: Date; message: string; id?: string; times: number }[] = [];

function routeOf(path: string): string {
  return path.startsWith('/assets/')
    ? '/assets'
    : path.replace(/\/(\d+|[\da-f]{8}-[\da-f-]{27})(?=[/.]|$)/g, '/:id');
}

function count(route: string, ms: number): void {
  const stats = times.get(route) ?? { count: 0, latest: [] };
  stats.latest[stats.count++ % MAX_TIMES] = ms;
  if (times.size < MAX_ROUTES || times.has(route)) times.set(route, stats);
}

function remember(message: string, id?: string): void {
  const [last] = errors;
  const isSame = last?.message === message;
  if (isSame) Object.assign(last, { at: new Date(), id, times: last.times + 1 });
  else errors.unshift({ at: new Date(), message, id, times: 1 });
  errors.splice(MAX_ERRORS);
}

/** The slowest routes, with median and maximum in ms of each one's latest 200 responses. */
export function slowestRoutes(
  limit = 10,
): { route: string; count: number; median: number; slowest: number }[] {
  return [...times]
    .map(([route, { count, latest }]) => {
      const sorted = latest.toSorted((a, b) => a - b);
      return { route, count, median: sorted[sorted.length >> 1]!, slowest: sorted.at(-1)! };
    })
    .sort((a, b) => b.median - a.median)
    .slice(0, limit);
}

/** Newest first; repetitions of one error are one entry. */
export function latestErrors(): readonly Readonly<(typeof errors)[number]>[] {
  return errors;
}
