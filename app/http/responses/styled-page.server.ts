import { createHash } from 'node:crypto';
import { HTML_HEADERS } from './stream.server';

export function respondWithStyledPage(
  html: string,
  styles: string,
  init: ResponseInit = {},
): Response {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
  const headers = { ...HTML_HEADERS, 'Content-Security-Policy': policy, ...init.headers };
  return new Response(html, { ...init, headers });
}
