import type { Request } from 'express';
import { appUrl, env } from '~/env.server';
import { recordRefusedOrigin } from '~/proxy-check.server';

export const CROSS_SITE_MESSAGE = 'This request comes from another site.';

const MAX_ORIGIN_CHARACTERS = 200;

export interface CrossSiteDetails {
  expected: string;
  received: string;
}

/**
 * Describes the expected and the received origin, and records the latter if a wrong APP_URL is the
 * likely reason.
 */
export function describeCrossSite({ headers, protocol }: Request): CrossSiteDetails {
  const { origin, host } = headers;
  const expected = env.APP_URL ?? `${protocol}://${host}`;
  const site = headers['sec-fetch-site'];
  const isOrigin = origin !== undefined && /^https?:\/\/[\w.:[\]-]+$/i.test(origin);
  if (
    isOrigin &&
    origin.length <= MAX_ORIGIN_CHARACTERS &&
    isOriginOfHost(host, headers['x-forwarded-host'], origin)
  )
    recordRefusedOrigin(env, origin.toLowerCase());
  const received =
    origin === undefined || origin === expected
      ? `none of this site (Sec-Fetch-Site: ${toPrintable(String(site))})`
      : toPrintable(origin);
  return { expected, received };
}

function isOriginOfHost(host: string | undefined, forwarded: unknown, origin: string): boolean {
  return [host, forwarded].includes(origin.replace(/^https?:\/\//i, ''));
}

function toPrintable(text: string): string {
  const short =
    text.length > MAX_ORIGIN_CHARACTERS ? `${text.slice(0, MAX_ORIGIN_CHARACTERS)}...` : text;
  return short.replace(/[^\x20-\x7e]/g, '?');
}

export function renderCrossSitePage({ expected, received }: CrossSiteDetails): string {
  const setting = env.APP_URL ? `<code>${escapeHtml(appUrl)}</code>` : 'not set';
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Not accepted - Deal Pipeline</title></head>
<body>
<h1>This form was not accepted</h1>
<p>${CROSS_SITE_MESSAGE} Nothing was saved. Go back, and open the product at <a href="${escapeHtml(appUrl)}/">${escapeHtml(appUrl)}</a>.</p>
<p>Expected origin: <code>${escapeHtml(expected)}</code><br>
Received origin: <code>${escapeHtml(received)}</code><br>
APP_URL: ${setting}</p>
<p>For administrators: if people use the received address, set APP_URL to it and restart the server.</p>
</body>
</html>
`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
