import type { AppLoadContext, EntryContext } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renewedSession } from '~/web/auth.server';
import { Nonce } from '~/components/frame/nonce';
import { InlineStyles } from '~/components/frame/style-sheet';
import { logError } from './log.server';
import { renderToHtml } from './web/html.server';
import { stylesFor } from './web/styles.server';

/** After this many ms a page that is still not rendered is given up. */
const GIVE_UP_AFTER = 10_000;
export const streamTimeout = GIVE_UP_AFTER - 1_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  { nonce }: AppLoadContext,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  // Remix says 405 for a page without an action, and leaves out what it does take.
  if (status === 405) headers.set('Allow', 'GET, HEAD');
  addRetryAfter(status, headers);
  await keepSession(request, status, headers);
  const { inlineStyles, cookie } = stylesFor(request);
  if (cookie) headers.append('Set-Cookie', cookie);
  const tree = (
    <Nonce.Provider value={nonce}>
      <InlineStyles.Provider value={inlineStyles}>
        <RemixServer context={context} url={request.url} nonce={nonce} />
      </InlineStyles.Provider>
    </Nonce.Provider>
  );
  // Whole: in one piece it compresses to a third of what many flushed pieces come to.
  const html = await renderToHtml(tree, { nonce, timeout: GIVE_UP_AFTER });
  // A browser asks for them when the answer begins, not when it has read to the end.
  for (const [, script] of html.matchAll(/<link rel="modulepreload" href="([^"]+)"/g))
    headers.append('Link', `<${script}>; rel=modulepreload`);
  return new Response(html, { headers, status });
}

/** What pages load by script. */
export async function handleDataRequest(
  response: Response,
  { request }: { request: Request },
): Promise<Response> {
  addRetryAfter(response.status, response.headers);
  await keepSession(request, response.status, response.headers);
  return response;
}

/** A session that is used goes on (14 days rolling). */
async function keepSession(request: Request, status: number, headers: Headers): Promise<void> {
  const renewed = status < 500 && (await renewedSession(request));
  if (renewed) headers.append('Set-Cookie', renewed);
}

/** Remix leaves the headers of a thrown answer behind. */
function addRetryAfter(status: number, headers: Headers): void {
  if ((status === 503 || status === 507) && !headers.has('Retry-After'))
    headers.set('Retry-After', '5');
}

/** Errors that nobody threw on purpose; what the visitor did wrong is no error of ours. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  const isTheirs = isRouteErrorResponse(error) && error.status < 500;
  if (!request.signal.aborted && !isTheirs) logError(error);
}
