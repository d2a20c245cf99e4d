import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response as Answer } from 'express';
import { DomainError } from './errors';
import { countResponse, getRouteName, recordError } from './log-statistics.server';

/**
 * Writes a line of JSON for every request, security event and error, with the id of the
 * `X-Request-Id` header (ASVS 16). Users are logged by id; passwords, cookies, keys and input
 * never.
 */

interface RequestContext {
  id: string;
  user?: string;
}

const requestContext = new AsyncLocalStorage<{ logged: RequestContext; route?: string }>();

export function getRequestId(): string | undefined {
  return requestContext.getStore()?.logged.id;
}

export function setRequestUser(id: string): void {
  const request = requestContext.getStore();
  if (request) request.logged.user = id;
}

export function setRequestRoute(pattern: string): void {
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
    writeLine({
      kind: 'request',
      ...current.logged,
      method: request.method,
      path: redactPath(path),
      status,
      ms,
      address: request.ip,
    });
    if (response.statusCode < 400)
      countResponse(`${request.method} ${getRouteName(path, current.route)}`, ms);
  });
  requestContext.run(current, next);
}

export function logEvent(
  event: string,
  details: Record<string, string | number | undefined> = {},
): void {
  const request = requestContext.getStore()?.logged;
  if (request) writeLine({ kind: 'security', ...request, event, ...details });
}

export function logWarning(message: string): void {
  writeLine({ kind: 'warning', message });
}

/** Logs an error; `task` names the work that failed outside of a request. */
export function logError(error: unknown, task?: string): void {
  const { name, message, stack } = describeError(error);
  const request = requestContext.getStore()?.logged;
  recordError(task ? `${task}: ${message}` : message, request?.id);
  console.error(
    JSON.stringify({
      time: new Date().toISOString(),
      kind: 'error',
      ...request,
      what: task,
      name,
      message,
      stack,
    }),
  );
}

function writeLine(entry: object): void {
  const line = { time: new Date().toISOString(), ...entry };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** Matches texts as long as the key of a password link. */
const SECRET_KEY = /[\w%-]{43,}/g;

function redactPath(path: string): string {
  if (/password/i.test(decodeRepeatedly(path))) return '/password/:key';
  if (/share[/\\]/i.test(decodeRepeatedly(path))) return '/share/:key';
  return path.replace(SECRET_KEY, ':key').slice(0, 200);
}

/** Decodes percent-encoded bytes, even if they were encoded several times. */
function decodeRepeatedly(path: string): string {
  const decode = (text: string) =>
    text.replace(/%([\da-f]{2})/gi, (_, byte: string) => String.fromCharCode(parseInt(byte, 16)));
  return decode(decode(decode(path)));
}

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

function describeErrorResponse({ status, statusText, data }: ErrorResponse): ErrorDetails {
  const { message = statusText } = (data ?? {}) as { message?: unknown };
  return { name: 'Response', message: `${status} ${String(message)}`.trim(), stack: '' };
}

/** Logs only the cause of Drizzle's errors, because their messages contain the query's values. */
function describeError(error: unknown): ErrorDetails {
  if (isErrorResponse(error)) return describeErrorResponse(error);
  if (error instanceof DomainError)
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
