import { randomBytes } from 'node:crypto';
import type { AppLoadContext, EntryContext } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renewedSession } from './auth.server';
import { Nonce } from './components/nonce';
import { StylesInside } from './components/style-sheet';
import { logError } from './log.server';
import { hasStyles, rememberStyles, stylesFor } from './styles.server';
import { renderToHtml } from './web/html.server';

/** After this many ms a page that is still not rendered is given up. */
const GIVE_UP_AFTER = 10_000;
export const streamTimeout = GIVE_UP_AFTER - 1_000;

export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext, { nonce }: AppLoadContext): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  // Remix says 405 for a page without an action, and leaves out what it does take.
  if (status === 405) headers.set('Allow', 'GET, HEAD');
  sayWhen(status, headers);
  await keepSession(request, status, headers);
  if (!nonce) return new Response((await rendered(request.url, context, true)).html, { headers, status });
  const isStyled = await hasStyles(request);
  const { html, scripts } = await page(request.url, status, context, isStyled);
  if (!isStyled) headers.append('Set-Cookie', await rememberStyles());
  // A browser asks for them when the answer begins, not when it has read to the end.
  for (const script of scripts) headers.append('Link', `<${script}>; rel=modulepreload`);
  return new Response(html.replaceAll(NONCE, nonce), { headers, status });
}

/** Stands in for the nonce of each answer, which nothing but the nonce can be. */
const NONCE = randomBytes(16).toString('base64');

interface Page {
  html: string;
  /** The addresses of the scripts that it begins with. */
  scripts: string[];
}

/** How much rendered HTML is kept, in characters. */
const ROOM = 8_000_000;
const pages = new Map<string, Page>();
let room = ROOM;

/** The same address and the same data make the same page, so it is rendered once. */
async function page(url: string, status: number, context: EntryContext, isStyled: boolean): Promise<Page> {
  const { loaderData, actionData, errors } = context.staticHandlerContext;
  if (status !== 200 || actionData || errors) return rendered(url, context, isStyled, NONCE);
  const key = `${isStyled} ${url} ${JSON.stringify(loaderData)}`;
  const known = pages.get(key);
  if (known !== undefined) return known;
  const made = await rendered(url, context, isStyled, NONCE);
  keep(key, made);
  return made;
}

/** Makes room by letting go of what was rendered first. */
function keep(key: string, made: Page): void {
  room -= key.length + made.html.length;
  pages.set(key, made);
  for (const [first, { html }] of pages) {
    if (room >= 0) return;
    pages.delete(first);
    room += first.length + html.length;
  }
}

/** The page, whole: in one piece it compresses to a third of what many flushed pieces come to. No page waits for data while it renders. */
async function rendered(url: string, context: EntryContext, isStyled: boolean, nonce?: string): Promise<Page> {
  const tree = (
    <Nonce.Provider value={nonce}>
      <StylesInside.Provider value={!isStyled}>
        <RemixServer context={context} url={url} nonce={nonce} />
      </StylesInside.Provider>
    </Nonce.Provider>
  );
  const html = await renderToHtml(tree, { nonce, timeout: GIVE_UP_AFTER });
  const scripts = [...html.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)].map(([, script]) => script!);
  return { html: isStyled ? html : html.replace('</style>', (end) => stylesFor(html) + end), scripts };
}

/** What pages load by script. */
export async function handleDataRequest(response: Response, { request }: { request: Request }): Promise<Response> {
  sayWhen(response.status, response.headers);
  await keepSession(request, response.status, response.headers);
  return response;
}

/** A session that is used goes on (14 days rolling). */
async function keepSession(request: Request, status: number, headers: Headers): Promise<void> {
  const renewed = status < 500 && (await renewedSession(request));
  if (renewed) headers.append('Set-Cookie', renewed);
}

/** Remix leaves the headers of a thrown answer behind. */
function sayWhen(status: number, headers: Headers): void {
  if ((status === 503 || status === 507) && !headers.has('Retry-After')) headers.set('Retry-After', '5');
}

/** Errors that nobody threw on purpose; what the visitor did wrong is no error of ours. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  const isTheirs = isRouteErrorResponse(error) && error.status < 500;
  if (!request.signal.aborted && !isTheirs) logError(error);
}
