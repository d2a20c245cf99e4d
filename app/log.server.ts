import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response as Answer } from 'express';
import { Refusal } from './refusal';

/**
 * One line of JSON for every request, security event and error, with the id of the `X-Request-Id`
 * header (ASVS 16). Users are logged by id; no passwords, cookies, keys or input.
 */

interface RequestContext {
  id: string;
  user?: string;
}
const requestContext = new AsyncLocalStorage<{ logged: RequestContext; route?: string }>();

export function requestId(): string | undefined {
  return requestContext.getStore()?.logged.id;
}

export function noteUser(id: string): void {
  const request = requestContext.getStore();
  if (request) request.logged.user = id;
}

/** Sets the pattern of the route that answers the current request, such as `/pipeline/:id`. */
export function noteRoute(pattern: string): void {
  const request = requestContext.getStore();
  if (request) request.route = pattern;
}

export function logRequests(request: Request, response: Answer, next: NextFunction): void {
  const current: { logged: RequestContext; route?: string } = { logged: { id: randomUUID() } };
  const start = performance.now();
  response.set('X-Request-Id', current.logged.id);
  response.locals.logged = current.logged;
  response.once('close', () => {
    const ms = Math.round((performance.now() - start) * 10) / 10;
    const status = response.writableFinished ? response.statusCode : 'cut off';
    const [path = ''] = request.originalUrl.split('?', 1);
    write({
      kind: 'request',
      ...current.logged,
      method: request.method,
      path: redactedPath(path),
      status,
      ms,
      address: request.ip,
    });
    if (response.statusCode < 400) count(`${request.method} ${routeOf(path, current.route)}`, ms);
  });
  requestContext.run(current, next);
}

/** Logs a security event such as a login. Does nothing outside of a request. */
export function logEvent(
  event: string,
  details: Record<string, string | number | undefined> = {},
): void {
  const request = requestContext.getStore()?.logged;
  if (request) write({ kind: 'security', ...request, event, ...details });
}

/** Logs what an operator should change although everything works. */
export function logWarning(message: string): void {
  write({ kind: 'warning', message });
}

/** `what` names the failed task outside of a request. */
export function logError(error: unknown, what?: string): void {
  const { name, message, stack } = errorDetails(error);
  const request = requestContext.getStore()?.logged;
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
  const line = { time: new Date().toISOString(), ...entry };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** As long as the key of a password link, whatever is around it. */
const KEY = /[\w%-]{43,}/g;

/** A path without the key of a password link or a shared page, however it is spelled. */
function redactedPath(path: string): string {
  if (/password/i.test(decoded(path))) return '/password/:key';
  if (/share[/\\]/i.test(decoded(path))) return '/share/:key';
  return path.replace(KEY, ':key').slice(0, 200);
}

/** The path with its percent-encoded bytes as characters, also if they are encoded twice. */
function decoded(path: string): string {
  const once = (text: string) =>
    text.replace(/%([\da-f]{2})/gi, (_, byte: string) => String.fromCharCode(parseInt(byte, 16)));
  return once(once(once(path)));
}

/** What Remix makes of a response that a loader threw. */
interface ErrorResponse {
  status: number;
  statusText: string;
  data: unknown;
}

function isErrorResponse(error: unknown): error is ErrorResponse {
  return typeof error === 'object' && error !== null && 'status' in error && 'data' in error;
}

interface ErrorDetails {
  name: string;
  message: string;
  stack: string;
}

/** Status and message, else the status text. */
function errorResponseDetails({ status, statusText, data }: ErrorResponse): ErrorDetails {
  const { message = statusText } = (data ?? {}) as { message?: unknown };
  return { name: 'Response', message: `${status} ${String(message)}`.trim(), stack: '' };
}

/** Drizzle's messages contain the query's values, so only their cause is logged. */
function errorDetails(error: unknown): ErrorDetails {
  if (isErrorResponse(error)) return errorResponseDetails(error);
  if (error instanceof Refusal)
    return { name: error.name, message: `${error.status} ${error.message}`, stack: '' };
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

// Kept in memory for the System page, since the start.

const MAX_TIMES = 200;
const MAX_ERRORS = 20;
/** In characters. */
const MAX_MESSAGE = 500;

/** Repetitions of one error are one entry. */
interface LoggedError {
  at: Date;
  message: string;
  id?: string;
  times: number;
}
/** By method and route, of which there is a fixed number: responses, and what the latest took in ms. */
const times = new Map<string, { count: number; latest: number[] }>();
const errors: LoggedError[] = [];

const MONITORED = ['/healthz', '/readyz', '/metrics'];

/** The route's pattern; what no route answers counts as files. */
function routeOf(path: string, route: string | undefined): string {
  if (route === undefined) return MONITORED.includes(path) ? path : 'files';
  return path.endsWith('.data') ? `${route}.data` : route;
}

function count(route: string, ms: number): void {
  const stats = times.get(route) ?? { count: 0, latest: [] };
  stats.latest[stats.count++ % MAX_TIMES] = ms;
  times.set(route, stats);
}

function remember(whole: string, id?: string): void {
  const message = whole.slice(0, MAX_MESSAGE).replace(/[\ud800-\udbff]$/, '');
  const [last] = errors;
  const isSame = last?.message === message;
  if (isSame) Object.assign(last, { at: new Date(), id, times: last.times + 1 });
  else errors.unshift({ at: new Date(), message, id, times: 1 });
  errors.splice(MAX_ERRORS);
}

/** The slowest routes since the start, with median and maximum in ms of their latest 200 responses. */
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

/** Newest first. */
export function latestErrors(): readonly Readonly<LoggedError>[] {
  return errors;
}
