import { createServer, type RequestListener, type Server } from 'node:http';
import type { ServerBuild } from '@remix-run/node';
import express, {
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import staticGzip from 'express-static-gzip';
import type { ServeStaticOptions } from 'serve-static';
import * as build from 'virtual:remix/server-build';
import type { ViteDevServer } from 'vite';
import { isDatabaseResponding } from '#db/client';
import { env } from '~/env.server';
import { logError, logRequests } from '~/log.server';
import { compressResponse } from './compression.server';
import { dropStalledConnections } from './connections.server';
import { withErrorResponses } from './error-responses.server';
import { guardRequest, MAX_CONNECTIONS, restoreHost, SERVER_TIMEOUTS_MS } from './guard.server';
import { setNoStore, setSecurityHeaders } from './headers.server';
import { getHealth } from './health.server';
import { listen } from './listen.server';
import { answerMetrics, measureRequests } from './metrics.server';
import { createRemixHandler } from './remix.server';

const STOP_TIMEOUT_MS = 8_000;

/**
 * Listens, then runs `prepare`, for which requests wait: a start that cannot listen writes nothing.
 * Returns the function that finishes running requests and closes; `vite` in development.
 */
export async function serve(
  prepare: () => Promise<void>,
  vite?: ViteDevServer,
): Promise<() => Promise<void>> {
  const app = createApp(vite);
  const server = createServer(SERVER_TIMEOUTS_MS);
  server.maxConnections = MAX_CONNECTIONS;
  dropStalledConnections(server);
  const prepared = listen(server, { port: env.PORT, host: env.HOST }).then(prepare);
  const answerLater: RequestListener = (request, response) => {
    void prepared.then(
      () => app(request, response),
      () => response.destroy(),
    );
  };
  server.on('request', answerLater);
  await prepared;
  server.off('request', answerLater).on('request', app);
  return () => closeServer(server);
}

function closeServer(server: Server): Promise<void> {
  // Otherwise a client could keep sending requests over its connection.
  server.prependListener('request', (_request, response) =>
    response.setHeader('Connection', 'close'),
  );
  return new Promise((resolve) => {
    // A connection whose answer began before this becomes idle, and is not closed, once it has been
    // sent.
    const closing = setInterval(() => server.closeIdleConnections(), 100);
    server.close(() => {
      clearInterval(closing);
      resolve();
    });
    setTimeout(() => server.closeAllConnections(), STOP_TIMEOUT_MS).unref();
  });
}

/** Never matches the address of a page, so pages cause no disk access. */
const PUBLIC_FILE = /^\/[\w-]+\.(js|svg)$/;

/** In development the headers would block Vite's scripts and styles. */
function createApp(vite?: ViteDevServer): express.Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', env.TRUST_PROXY || false);
  if (!vite) app.use(logRequests, measureRequests);
  if (!vite) app.use(setSecurityHeaders);
  app.use(guardRequest);
  app.use(compressResponse);
  app.get('/healthz', (_request, response) => {
    const isResponding = isDatabaseResponding();
    response
      .status(isResponding ? 200 : 503)
      .type('text')
      .send(isResponding ? 'ok' : 'the database does not answer');
  });
  app.get('/readyz', async (_request, response) => {
    const health = await getHealth();
    response
      .status(health.ok ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json(health);
  });
  app.get('/metrics', (request, response, next) => {
    answerMetrics(request, response).catch(next);
  });
  if (vite) app.use(vite.middlewares);
  else
    app.use(
      '/assets',
      serveCompressedFiles('build/client/assets', {
        immutable: true,
        maxAge: '1y',
        fallthrough: false,
      }),
    );
  // Browsers request it for pages without an icon.
  app.get('/favicon.ico', (_request, response) => response.redirect(301, '/favicon.svg'));
  app.get(PUBLIC_FILE, serveCompressedFiles(vite ? 'public' : 'build/client', { maxAge: '1h' }));
  app.use(setNoStore, restoreHost);
  const loadFreshBuild = async () =>
    withErrorResponses((await vite!.ssrLoadModule('virtual:remix/server-build')) as ServerBuild);
  app.all('*', createRemixHandler(vite ? loadFreshBuild : withErrorResponses(build)));
  app.use(answerError);
  return app;
}

function serveCompressedFiles(folder: string, options: ServeStaticOptions): RequestHandler {
  const serve = staticGzip(folder, {
    enableBrotli: true,
    orderPreference: ['br', 'gz'],
    index: false,
    serveStatic: { ...options, redirect: false },
  });
  // For other methods the middleware would set a file's headers and pass the request on.
  return (request, response, next) => {
    if (isReadRequest(request)) serve(request, response, next);
    else next();
  };
}

const isReadRequest = ({ method }: Request) => method === 'GET' || method === 'HEAD';

function answerError(
  error: Error & { status?: number },
  _request: Request,
  response: Response,
  _next: NextFunction,
): void {
  const status = error.status && error.status < 500 ? error.status : 500;
  if (status === 500) logError(error);
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  response
    .status(status)
    .type('text')
    .send(status === 404 ? 'Not found' : 'The request could not be answered.');
}
