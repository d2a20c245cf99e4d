import { createHash } from 'node:crypto';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { attempt } from '~/attempt.server';
import { noSharePage, SHARE_STYLES, sharePage } from '~/components/share/share-page';
import { countOpening, getSharedFile, openShare } from '~/models/share/shares.server';
import { shareView } from '~/screens/share/share.server';
import { endpoint } from '~/web/api/endpoint.server';
import { readId } from '~/web/forms/request.server';
import { answerFile } from '~/web/http/file.server';
import { HTML, refuseAsData } from '~/web/http/stream.server';
import { readLocale } from '~/web/session/appearance.server';
import { withKeyThrottle } from '~/web/session/throttle.server';

/**
 * A deal for one outsider at `/share/KEY`, its files at `/share/KEY/files/ID`: without a session, by
 * the key. One route for all that is below `/share`, so that no answer there sets a cookie.
 */
export const loader = endpoint({
  GET: async (args) => {
    refuseAsData(args.context);
    const { value, refused } = await attempt(() => answer(args));
    if (value) return value;
    const { status, message, retryAfter } = refused;
    const headers = retryAfter ? { 'Retry-After': String(retryAfter) } : undefined;
    return htmlPage(noSharePage(message), { status, headers });
  },
});
export const action = loader;

const PLACE = /^([^/]+)(?:\/files\/([^/]+))?\/?$/;

async function answer(args: LoaderFunctionArgs): Promise<Response> {
  const { request, params, context } = args;
  const [, key = '', file] = PLACE.exec(params['*'] ?? '') ?? [];
  const opened = await withKeyThrottle(key, context.address ?? '', () => openShare(key));
  if (file !== undefined) return answerFile(args, await getSharedFile(opened.share, readId(file)));
  const page = readNotesPage(request);
  const html = sharePage(await shareView(opened, readLocale(request), page), `/share/${key}`);
  if (request.method === 'GET') await countOpening(opened.share);
  return htmlPage(html);
}

function readNotesPage(request: Request): number {
  const page = new URL(request.url).searchParams.get('notes') ?? '';
  return /^[1-9]\d?$/.test(page) ? Number(page) : 1;
}

const STYLES = createHash('sha256').update(SHARE_STYLES).digest('base64');
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLES}'`,
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

function htmlPage(html: string, init: ResponseInit = {}): Response {
  const headers = { ...HTML, 'Content-Security-Policy': POLICY, ...init.headers };
  return new Response(html, { ...init, headers });
}
