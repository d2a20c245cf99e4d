import { PassThrough } from 'node:stream';
import { type AppLoadContext, createReadableStreamFromReadable, type EntryContext } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';
import { Nonce } from './components/nonce';

/** After this many ms a page that is still not rendered is given up. */
const GIVE_UP_AFTER = 10_000;
export const streamTimeout = GIVE_UP_AFTER - 1_000;

export default function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext, { nonce }: AppLoadContext): Promise<Response> {
  const page = (
    <Nonce.Provider value={nonce}>
      <RemixServer context={context} url={request.url} nonce={nonce} />
    </Nonce.Provider>
  );
  return new Promise((resolve, reject) => {
    let answered = false;
    const ready = isbot(request.headers.get('user-agent')) ? 'onAllReady' : 'onShellReady';
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      [ready]() {
        answered = true;
        const body = new PassThrough();
        headers.set('Content-Type', 'text/html; charset=utf-8');
        // Remix says 405 for a page without an action, and leaves out what it does take.
        if (status === 405) headers.set('Allow', 'GET, HEAD');
        resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
        pipe(body);
      },
      onShellError: reject,
      onError(error) {
        if (answered) console.error(error);
      },
    });
    setTimeout(abort, GIVE_UP_AFTER).unref();
  });
}

/** Errors that nobody threw on purpose; what the visitor did wrong is no error of ours. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  const isTheirs = isRouteErrorResponse(error) && error.status < 500;
  if (!request.signal.aborted && !isTheirs) console.error(error);
}
