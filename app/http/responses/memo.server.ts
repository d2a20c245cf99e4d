import { assertNotDataRequest, type RequestArgs } from './stream.server';
import { respondWithStyledPage } from './styled-page.server';

export function respondWithMemo(
  { request, context }: RequestArgs,
  { html, sha256 }: { html: string; sha256: string },
): Response {
  assertNotDataRequest(context);
  const headers = {
    'Cache-Control': 'private, no-store, no-transform',
    'X-Content-Type-Options': 'nosniff',
    ETag: `"${sha256}"`,
  };
  // Permits the styles of the version that froze it; texts are escaped, so none is a style.
  const [, styles = ''] = /<style>([^]*?)<\/style>/.exec(html) ?? [];
  return respondWithStyledPage(request.method === 'HEAD' ? '' : html, styles, { headers });
}
