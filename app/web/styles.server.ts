import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import styles from '~/tailwind.css?url';
import { plainCookie } from './cookies.server';

/** The built style sheet. In development there is none, and pages link Vite's. */
const isBuilt = styles.startsWith('/assets/');
const sheet = isBuilt ? readFileSync(join('build/client', styles), 'utf8') : undefined;

/** Which style sheet the browser has: no secret, and no more than its cache would tell. */
const cookie = plainCookie('styles', { maxAge: 365 * 24 * 60 * 60, schema: z.string() });

/**
 * The whole style sheet for a browser that does not have it yet, to stand in the page, and the
 * cookie that says so from then on. Over a slow link a page that links its sheet is blank for one
 * round trip more.
 */
export function stylesFor(request: Request): { inlineStyles?: string; cookie?: string } {
  if (!sheet || cookie.read(request) === styles) return {};
  return { inlineStyles: sheet, cookie: cookie.write(styles) };
}
