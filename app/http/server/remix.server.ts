import { STATUS_CODES } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type AppLoadContext, createRequestHandler, type ServerBuild } from '@remix-run/node';
import { createRequest } from '@remix-run/node-fetch-server';
import type {
  Request as ExpressRequest,
  RequestHandler,
  Response as ExpressResponse,
} from 'express';
import { getClientAddress } from '~/http/request/client-address.server';
import { freeBuffer } from '~/http/request/free-buffer.server';
import { renewSessionCookie } from '~/http/session/session.server';
import { endResponse } from './body.server';
import { compressWholeBody } from './compression.server';
import { METHOD_REJECTED } from './guard.server';
import { computePageTag } from './page-tag.server';
import { createSectionHandler } from './sections.server';

/**
 * Answers Express requests with Remix. Unlike `@remix-run/express`, it streams only as fast as the
 * client reads: otherwise 200 unread lists of 300 deals took 3.6 GB.
 */
export function createRemixHandler(
  build: ServerBuild | (() => Promise<ServerBuild>),
): RequestHandler {
  const handle =
    typeof build === 'function'
      ? createRequestHandler(build, process.env.NODE_ENV)
      : createSectionHandler(build);
  return async (request, response, next) => {
    try {
      const closed = waitForClose(request, response);
      const signal = createAbortSignal(response, closed);
      if (!request.path.startsWith('/api/')) await waitForOwnTurn();
      if (signal.aborted) return;
      const webRequest = toWebRequest(request, response);
      const tag = await computePageTag(request, webRequest);
      if (tag && isUnchanged(request, response, tag)) return sendNotModified(response, tag);
      const context: AppLoadContext = {
        nonce: response.locals.nonce as string | undefined,
        address: getClientAddress(request.ip, request.socket.remoteAddress),
        isDataRequest: isDataRequest(request),
        signal,
        closed,
      };
      const answer = nameAllowedMethods(await handle(webRequest, context));
      await renewSession(webRequest, answer);
      if (tag && isStorable(answer)) allowStoring(answer, tag);
      if (context.file && answer.ok) sendFile(answer, request, response, context.file);
      else await sendResponse(answer, request, response, signal);
    } catch (error) {
      if (!isClientGone(error as NodeJS.ErrnoException)) next(error);
    }
  };
}

/**
 * Remix answers 405 for a route without an action, but sends no Allow header, and calls it
 * "Unexpected Server Error" where the route has no page.
 */
function nameAllowedMethods(answer: Response): Response {
  const { status, headers } = answer;
  if (status !== 405 || headers.has('Allow')) return answer;
  headers.set('Allow', 'GET, HEAD');
  const hasPage = /^text\/(html|x-script)/.test(headers.get('Content-Type') ?? '');
  if (hasPage) return answer;
  return Response.json({ message: METHOD_REJECTED }, { status, headers });
}

/** Leaves out API tokens, and answers that shared caches may store. */
async function renewSession(request: Request, { status, headers }: Response): Promise<void> {
  const isPublic = headers.get('Cache-Control')?.startsWith('public');
  if (status >= 500 || isPublic || request.headers.has('Authorization')) return;
  const renewed = await renewSessionCookie(request);
  if (renewed) headers.append('Set-Cookie', renewed);
}

/** Compares as a cache does; a reload that asks for a new page gets one. */
function isUnchanged(request: ExpressRequest, response: ExpressResponse, tag: string): boolean {
  response.set('ETag', tag);
  const isFresh = request.fresh;
  response.removeHeader('ETag');
  return isFresh;
}

/** Leaves out the policy: the stored page has the nonce of its own. */
function sendNotModified(response: ExpressResponse, tag: string): void {
  response.removeHeader('Content-Security-Policy');
  response.status(304).set({ 'Cache-Control': STORED, ETag: tag }).end();
}

const STORED = 'private, no-cache';

/** A response that sets a cookie must not be stored. */
const isStorable = ({ status, headers }: Response) => status === 200 && !headers.has('Set-Cookie');

function allowStoring({ headers }: Response, tag: string): void {
  headers.set('ETag', tag);
  headers.set('Cache-Control', STORED);
  headers.append('Vary', 'Cookie');
}

let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * Gives each page its own turn of the event loop. Otherwise 300 simultaneous pages were all in
 * memory before the first was sent: 1.1 GB.
 */
function waitForOwnTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => nextTurn());
  return lastTurn;
}

/**
 * Resolves when the response ends or the connection closes; immediately for a client that has left. A
 * response queued behind another one gets no event of the closing.
 */
function waitForClose({ socket }: ExpressRequest, response: ExpressResponse): Promise<void> {
  if (socket.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const close = () => {
      socket.off('close', close);
      resolve();
    };
    socket.once('close', close);
    response.once('close', close);
  });
}

function createAbortSignal(response: ExpressResponse, closed: Promise<void>): AbortSignal {
  const controller = new AbortController();
  void closed.then(() => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

function toWebRequest(request: ExpressRequest, response: ExpressResponse): Request {
  const host = request.get('Host');
  return createRequest(request, response, { host, protocol: `${request.protocol}:` });
}

const MULTI_VALUE_HEADERS = ['set-cookie', 'vary'];

async function sendResponse(
  answer: Response,
  request: ExpressRequest,
  response: ExpressResponse,
  signal: AbortSignal,
) {
  const { headers, body: stream } = answer;
  copyHead(answer, response);
  if (!stream && request.complete) {
    response.end();
    return;
  }
  // Remix builds `.data` answers in memory anyway.
  if (!stream || !request.complete || headers.has('Content-Length') || isDataRequest(request)) {
    const body = Buffer.from(await answer.arrayBuffer());
    const whole = compressWholeBody(request, response, body);
    response.set('Content-Length', String(whole.length));
    return endResponse(request, response, whole);
  }
  await pipeline(copyInSmallChunks(stream as ReadableStream<Uint8Array>), response, {
    signal,
  });
}

function copyHead({ status, statusText, headers }: Response, response: ExpressResponse): void {
  response.status(status);
  response.statusMessage = statusText;
  for (const [name, value] of headers)
    if (MULTI_VALUE_HEADERS.includes(name)) response.append(name, value);
    else if (name !== 'content-length') response.set(name, value);
}

function sendFile(
  answer: Response,
  request: ExpressRequest,
  response: ExpressResponse,
  { root, name, size }: NonNullable<AppLoadContext['file']>,
): void {
  copyHead(answer, response);
  const { range } = request.headers;
  if (range) request.headers.range = widenSuffixRanges(range, size);
  const write = response.write.bind(response);
  response.write = (chunk: Buffer) => write(chunk, () => freeBuffer(chunk));
  const withoutOwnHeaders = { etag: false, lastModified: false, cacheControl: false };
  response.sendFile(name, { root, ...withoutOwnHeaders }, (error?: Error & { status?: number }) => {
    if (!error || response.headersSent || response.destroyed) return;
    for (const name of ['Content-Disposition', 'ETag']) response.removeHeader(name);
    const status = error.status ?? 500;
    response.status(status).type('json').json({ message: STATUS_CODES[status] });
  });
}

/**
 * Makes ranges of at least the last `size` bytes ones of the whole file, as RFC 9110 (14.1.2) has it;
 * `send` calls them unsatisfiable.
 */
function widenSuffixRanges(range: string, size: number): string {
  return range.replace(/([=,]\s*)-(\d+)(?=\s*(?:,|$))/g, (suffix, before: string, bytes: string) =>
    Number(bytes) >= size ? `${before}0-` : suffix,
  );
}

const isDataRequest = ({ path }: ExpressRequest) => path.endsWith('.data');

const MAX_CHUNK_BYTES = 32 * 1024;

/** Copies chunks of at most 32 KB: a stalled connection then holds a few of them, not the large originals. */
async function* copyInSmallChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks)
    for (let offset = 0; offset < chunk.byteLength; offset += MAX_CHUNK_BYTES)
      yield Buffer.copyBytesFrom(chunk, offset, MAX_CHUNK_BYTES);
}

function isClientGone({ code, name }: NodeJS.ErrnoException): boolean {
  return name === 'AbortError' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET';
}
