import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { ServerBuild } from '@remix-run/node';
import staticGzip from 'express-static-gzip';
import express, {
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import type { ServeStaticOptions } from 'serve-static';
import type { ViteDevServer } from 'vite';
import { listBackups } from '#db/backup';
import { closeDatabase, databaseAnswers, databasePath, openDatabase } from '#db/client';
import { SEED_USERS } from '#db/seed/users';
import { refreshStatistics } from '#db/statistics';
import * as build from 'virtual:remix/server-build';
import { appUrl, env } from '~/env.server';
import { compressStreams } from '~/web/compression.server';
import { guard, MAX_CONNECTIONS, restoreHost, SERVER_TIMEOUTS } from '~/web/guard.server';
import { noStore, securityHeaders } from '~/web/headers.server';
import { checkDatabase } from '~/models/database-check.server';
import { fillDemo } from '~/models/demo.server';
import { logError, logRequests } from '~/log.server';
import { purgeTrash } from '~/models/history/trash.server';
import { purgeBulkActs } from '~/models/pipeline/bulk-undo.server';
import { sendsMail } from '~/models/mail/send.server';
import { sendDueReviews } from '~/models/review/mail.server';
import { purgeImports, recoverImports } from '~/models/import/stage.server';
import { storeCompanyKeys } from '~/models/pipeline/company-key.server';
import { storeOwnerNames } from '~/models/pipeline/owner-name.server';
import { hasUsers, createFirstAdmin } from '~/models/user/write.server';
import { remixHandler } from '~/web/remix.server';
import { dropStalled } from '~/web/stalled.server';
import { withErrorResponses } from '~/web/unexpected.server';
import { closePools } from '~/workers/pool.server';

/** How long SIGTERM waits for running requests, in ms. */
const STOP_TIMEOUT = 8_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Starts the server; `vite` in development, `demo` to fill an empty database with demo data. */
export async function start({
  vite,
  demo = false,
}: { vite?: ViteDevServer; demo?: boolean } = {}): Promise<Server> {
  const backup = openDatabase(env.DATABASE_URL, env.BACKUP_DIR);
  const app = createApp(vite);
  await recoverImports();
  const welcome = await prepareFirstLogin(demo);
  const server = createServer(SERVER_TIMEOUTS, app);
  server.maxConnections = MAX_CONNECTIONS;
  dropStalled(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(env.PORT, env.HOST, resolve);
  });
  // A closed log is no reason to stop.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  stopGracefully(server);
  scheduleMaintenance();
  if (sendsMail) scheduleReviews();
  if (env.BACKUP_DIR && !vite) scheduleBackups(env.BACKUP_DIR);
  const displayedHost = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(env.HOST)
    ? 'localhost'
    : env.HOST;
  const listening = `http://${displayedHost}:${env.PORT}`;
  console.log(
    [
      `Deal Pipeline is at ${env.APP_URL ? appUrl : listening}`,
      ...(env.APP_URL && appUrl !== listening ? [`Listening on ${listening}`] : []),
      `Database: ${databasePath(env.DATABASE_URL)}`,
      ...(backup ? [`Before its upgrade it was backed up: ${backup}`] : []),
      ...welcome,
    ].join('\n'),
  );
  return server;
}

/** In development Vite's scripts and styles do not fit the security headers. */
export function createApp(vite?: ViteDevServer): express.Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', env.TRUST_PROXY || false);
  if (!vite) app.use(logRequests);
  app.use(guard);
  if (!vite) app.use(securityHeaders);
  app.use(compressStreams);
  app.get('/healthz', (_request, response) => {
    response
      .status(databaseAnswers() ? 200 : 503)
      .type('text')
      .send(databaseAnswers() ? 'ok' : 'the database does not answer');
  });
  if (vite) app.use(vite.middlewares);
  else
    app.use(
      '/assets',
      serveCompressed('build/client/assets', { immutable: true, maxAge: '1y', fallthrough: false }),
    );
  app.use(serveCompressed(vite ? 'public' : 'build/client', { maxAge: '1h' }));
  app.use(noStore, restoreHost);
  const freshBuild = async () =>
    withErrorResponses((await vite!.ssrLoadModule('virtual:remix/server-build')) as ServerBuild);
  app.all('*', remixHandler(vite ? freshBuild : withErrorResponses(build)));
  app.use(answerError);
  return app;
}

/** Serves files that the build has compressed (vite.config.ts). */
function serveCompressed(folder: string, options: ServeStaticOptions): RequestHandler {
  const serve = staticGzip(folder, {
    enableBrotli: true,
    orderPreference: ['br', 'gz'],
    index: false,
    serveStatic: { ...options, redirect: false },
  });
  // For other methods it would set a file's headers and then pass the request on.
  return (request, response, next) =>
    isRead(request) ? void serve(request, response, next) : next();
}

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD';

/** Answers errors outside of Remix in plain text, without a stack. */
function answerError(
  error: Error & { status?: number },
  _request: Request,
  response: Response,
  _next: NextFunction,
): void {
  const status = error.status && error.status < 500 ? error.status : 500;
  if (status === 500) logError(error);
  if (response.headersSent || response.destroyed) return void response.destroy();
  response
    .status(status)
    .type('text')
    .send(status === 404 ? 'Not found' : 'The request could not be answered.');
}

/** Creates the first users if there are none. Returns what to print about them. */
async function prepareFirstLogin(demo: boolean): Promise<string[]> {
  if (await hasUsers()) return demo ? demoLogins() : [];
  if (demo) {
    await fillDemo();
    return demoLogins();
  }
  const admin = await createFirstAdmin({ email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD });
  if (!admin) return [];
  const { email, password } = admin;
  if (!password) return [`Administrator: ${email}, with the password from ADMIN_PASSWORD`];
  return [
    '',
    'The first administrator was created. Its password is shown this once:',
    `  Email:    ${email}`,
    `  Password: ${password}`,
    '',
  ];
}

function demoLogins(): string[] {
  return [
    '',
    'Demo data. Sign in as',
    ...SEED_USERS.filter((user) => user.shown).map(
      ({ email, password, shown }) => `  ${email.padEnd(26)} ${password.padEnd(16)} ${shown}`,
    ),
    '',
  ];
}

/**
 * At the start completes the names of owners and the keys of companies; then and every hour purges
 * the trash, old imports and what can be undone no more, and refreshes the query planner's statistics.
 */
function scheduleMaintenance(): void {
  const work = async () => {
    await purgeTrash().catch((error: unknown) => logError(error, 'The trash was not purged'));
    await purgeImports().catch((error: unknown) => logError(error, 'Old imports were not deleted'));
    await purgeBulkActs().catch((error: unknown) => logError(error, 'Old acts were not deleted'));
    await refreshStatistics().catch((error: unknown) =>
      logError(error, 'The statistics of the query planner were not refreshed'),
    );
  };
  void checkDatabase().catch((error: unknown) => logError(error, 'The database was not checked'));
  void storeOwnerNames()
    .catch((error: unknown) => logError(error, 'The names of owners were not completed'))
    .then(storeCompanyKeys)
    .catch((error: unknown) => logError(error, 'The keys of companies were not completed'))
    .then(work);
  setInterval(work, HOUR).unref();
}

/** Mails the reviews that are due, one round at a time. */
function scheduleReviews(): void {
  let isRunning = false;
  const work = async () => {
    if (isRunning) return;
    isRunning = true;
    await sendDueReviews().catch((error: unknown) => logError(error, 'No review was mailed'));
    isRunning = false;
  };
  void work();
  setInterval(work, 5 * MINUTE).unref();
}

/** Backs up when the last backup is old enough, in another process, because it blocks. */
function scheduleBackups(folder: string): void {
  let running: ChildProcess | undefined;
  const backUpWhenDue = () => {
    const [last] = existsSync(folder) ? listBackups(databasePath(env.DATABASE_URL), folder) : [];
    if (running || (last && Date.now() - last.at.getTime() < env.BACKUP_EVERY)) return;
    let stderr = '';
    running = fork(new URL('./backup.js', import.meta.url), { silent: true }).once(
      'exit',
      (code) => {
        running = undefined;
        if (code)
          logError(
            new Error(stderr.trim() || `It ended with ${code}`),
            'The scheduled backup failed',
          );
      },
    );
    running.stdout!.resume();
    running.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  };
  backUpWhenDue();
  setInterval(backUpWhenDue, MINUTE).unref();
}

/** SIGTERM and SIGINT: finishes running requests, then exits with 0. */
function stopGracefully(server: Server): void {
  const stop = () => {
    // Otherwise a client could go on sending requests over its connection.
    server.prependListener('request', (_request, response) =>
      response.setHeader('Connection', 'close'),
    );
    server.close(async () => {
      await closePools();
      closeDatabase();
      process.exit(0);
    });
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), STOP_TIMEOUT).unref();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}
