import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

/**
 * The log: one line of JSON for every request, security event and error, held together by the id that the answer carries
 * as `X-Request-Id` (ASVS 16). Who did it is an account's id; never a password, cookie, key, or anything that was typed.
 */

interface RequestContext {
  id: string;
  /** Whom the session or the login belongs to. */
  user?: string;
}
const requestContext = new AsyncLocalStorage<RequestContext>();

/** The request that is being answered; undefined outside of one. */
export function requestId(): string | undefined {
  return requestContext.getStore()?.id;
}

/** Says whose request this is. */
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

/** Something that an auditor asks for: who came in, who was kept out, what became of an account. Nothing is written outside of a request. */
export function logEvent(
  event: string,
  details: Record<string, string | number | undefined> = {},
): void {
  const request = requestContext.getStore();
  if (request) write({ kind: 'security', ...request, event, ...details });
}

/** An error of our own. `what` says what it broke, where that is no request. */
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

/** Without the query, which holds what was typed, and the key of a password link. */
function redactedPath(target: string): string {
  return target
    .split('?', 1)[0]!
    .replace(/^(\/password\/)[^/.]+/i, '$1:key')
    .slice(0, 200);
}

/** Drizzle's errors repeat the values of the query, so of them only the cause is told. */
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

/** What the System page shows: since the start, in memory. */

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

/** Of each route's latest 200 answers: the middle one and the slowest, in ms; the `most` slowest routes. */
export function slowestRoutes(
  most = 10,
): { route: string; count: number; median: number; slowest: number }[] {
  return [...times]
    .map(([route, { count, latest }]) => {
      const sorted = latest.toSorted((a, b) => a - b);
      return { route, count, median: sorted[sorted.length >> 1]!, slowest: sorted.at(-1)! };
    })
    .sort((a, b) => b.median - a.median)
    .slice(0, most);
}

/** The latest errors first; one that comes again and again is one. */
export function latestErrors(): readonly Readonly<(typeof errors)[number]>[] {
  return errors;
}
