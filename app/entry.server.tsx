import type { AppLoadContext, EntryContext } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { Nonce } from '~/ui/layout/nonce';
import { InlineStyles } from '~/ui/layout/style-sheet';
import { renderToHtml } from './html.server';
import { getInlineStyles } from './http/session/inline-styles.server';
import { logError } from './log.server';

const RENDER_TIMEOUT_MS = 10_000;
export const streamTimeout = RENDER_TIMEOUT_MS - 1_000;

// eslint-disable-next-line max-params -- Remix's signature
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  { nonce }: AppLoadContext,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  addRetryAfter(status, headers);
  const { inlineStyles, cookie } = getInlineStyles(request);
  if (cookie) headers.append('Set-Cookie', cookie);
  const tree = (
    <Nonce.Provider value={nonce}>
      <InlineStyles.Provider value={inlineStyles}>
        <RemixServer
          context={await withWholeData(pruneManifest(context))}
          url={request.url}
          nonce={nonce}
        />
      </InlineStyles.Provider>
    </Nonce.Provider>
  );
  // The whole page compresses to a third of the streamed size.
  const html = await renderToHtml(tree, { nonce, timeoutMs: RENDER_TIMEOUT_MS });
  // The browser sees headers before it has read the page.
  for (const script of listScripts(html)) headers.append('Link', `<${script}>; rel=modulepreload`);
  headers.set('Content-Length', String(html.length));
  return new Response(html, { headers, status });
}

/**
 * Keeps only the routes of this page: Remix matches all that it is given, which took a quarter of a
 * list's processor time.
 */
function pruneManifest(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context;
  const routes = Object.fromEntries(
    staticHandlerContext.matches.map(({ route: { id } }) => [id, manifest.routes[id]!]),
  );
  return { ...context, manifest: { ...manifest, routes } };
}

/** Reads all data of the page first, on which Remix's elements would suspend. */
async function withWholeData(context: EntryContext): Promise<EntryContext> {
  const { serverHandoffStream } = context;
  if (!serverHandoffStream) return context;
  const value = await new Response(serverHandoffStream).text();
  const read = Object.assign(Promise.resolve(), { result: { done: true, value } });
  return {
    ...context,
    renderMeta: { ...context.renderMeta, streamCache: { 0: read } },
    // Each rendering of the page locks one.
    get serverHandoffStream() {
      return new ReadableStream<Uint8Array>();
    },
  };
}

function listScripts(html: Buffer): string[] {
  const at = html.indexOf('<link rel="modulepreload"');
  if (at < 0) return [];
  const links = html.toString('latin1', at, html.indexOf('<script', at));
  return [...links.matchAll(/href="([^"]+)"/g)].map(([, script]) => script!);
}

export function handleDataRequest(response: Response): Response {
  addRetryAfter(response.status, response.headers);
  return response;
}

/** By status; every limit lasts a minute at most. */
const RETRY_AFTER_SECONDS: Record<number, string> = { 429: '60', 503: '5', 507: '5' };

/** Remix drops the headers of a thrown response. */
function addRetryAfter(status: number, headers: Headers): void {
  const seconds = RETRY_AFTER_SECONDS[status];
  if (seconds && !headers.has('Retry-After')) headers.set('Retry-After', seconds);
}

/** Logs server errors, but neither clients' mistakes nor their leaving. */
export function handleError(error: unknown, { context }: { context: AppLoadContext }): void {
  const isClientError = isRouteErrorResponse(error) && error.status < 500;
  if (!context.signal?.aborted && !isClientError) logError(error);
}
