import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCookie } from '@remix-run/node';
import { isHttps } from '~/env.server';
import styles from '~/tailwind.css?url';

/** The built style sheet. In development there is none, and pages link Vite's. */
const isBuilt = styles.startsWith('/assets/');
const sheet = isBuilt ? readFileSync(join('build/client', styles), 'utf8') : undefined;

/** Which style sheet the browser has: no secret, and no more than its cache would tell. */
const cookie = createCookie('styles', {
  httpOnly: true,
  sameSite: 'lax',
  path: '/',
  secure: isHttps,
  maxAge: 365 * 24 * 60 * 60,
});

/**
 * The whole style sheet for a browser that does not have it yet, to stand in the page, and the cookie that says so from
 * then on. Over a slow link a page that links its sheet is blank for one round trip more.
 */
export async function stylesFor(
  request: Request,
): Promise<{ inlineStyles?: string; cookie?: string }> {
  const known: unknown = await cookie.parse(request.headers.get('Cookie')).catch(() => undefined);
  if (!sheet || known === styles) return {};
  return { inlineStyles: sheet, cookie: await cookie.serialize(styles) };
}
