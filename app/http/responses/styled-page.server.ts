import { createHash } from 'node:crypto';
import { HTML_HEADERS } from './stream.server';

interface StyledPageInit extends ResponseInit {
  hasForm?: boolean;
}

export function respondWithStyledPage(
  html: string,
  styles: string,
  { hasForm = false, ...init }: StyledPageInit = {},
): Response {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
    `form-action ${hasForm ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
  const headers = { ...HTML_HEADERS, 'Content-Security-Policy': policy, ...init.headers };
  return new Response(html, { ...init, headers });
}
