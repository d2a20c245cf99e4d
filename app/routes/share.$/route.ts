import type { LoaderFunctionArgs } from '@remix-run/node';
import { getShareByKey, getSharedAttachment } from '~/domain/share/get.server';
import { recordShareOpening } from '~/domain/share/openings.server';
import { endpoint } from '~/http/api/endpoint.server';
import { parseId } from '~/http/request/params.server';
import { respondWithFile } from '~/http/responses/file.server';
import { assertNotDataRequest } from '~/http/responses/stream.server';
import { respondWithStyledPage } from '~/http/responses/styled-page.server';
import { readLocale } from '~/http/session/appearance.server';
import { withKeyThrottle } from '~/http/session/throttle.server';
import { catchDomainError } from '~/result.server';
import { renderNoSharePage, renderSharePage, SHARE_STYLES } from '~/ui/share/share-page';
import { loadShareView } from '~/ui/share/share-view.server';

/**
 * Serves a deal to one outsider at `/share/KEY` and its files at `/share/KEY/files/ID`, without a
 * session. One route takes all addresses below `/share`, so that no answer sets a cookie.
 */
export const loader = endpoint({
  GET: async (args) => {
    assertNotDataRequest(args.context);
    const result = await catchDomainError(() => answerShare(args));
    if (result.ok) return result.value;
    const { status, message, retryAfter } = result.error;
    const headers = retryAfter ? { 'Retry-After': String(retryAfter) } : undefined;
    return respondWithStyledPage(renderNoSharePage(message), SHARE_STYLES, { status, headers });
  },
});
export const action = loader;

const SHARE_PATH_PATTERN = /^([^/]+)(?:\/files\/([^/]+))?\/?$/;

async function answerShare(args: LoaderFunctionArgs): Promise<Response> {
  const { request, params, context } = args;
  const [, key = '', file] = SHARE_PATH_PATTERN.exec(params['*'] ?? '') ?? [];
  const opened = await withKeyThrottle(key, context.address ?? '', () => getShareByKey(key));
  if (file !== undefined)
    return respondWithFile(args, await getSharedAttachment(opened.share, parseId(file)));
  const page = parseNotesPage(request);
  const view = await loadShareView(opened, readLocale(request), page);
  const html = renderSharePage(view, { address: `/share/${key}` });
  if (request.method === 'GET') await recordShareOpening(opened.share);
  return respondWithStyledPage(html, SHARE_STYLES);
}

function parseNotesPage(request: Request): number {
  const page = new URL(request.url).searchParams.get('notes') ?? '';
  return /^[1-9]\d?$/.test(page) ? Number(page) : 1;
}
