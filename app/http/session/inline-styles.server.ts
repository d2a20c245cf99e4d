import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import styles from '~/tailwind.css?url';
import { createPlainCookie } from './cookies.server';

/** In development there is no built style sheet, and pages link Vite's. */
const isBuilt = styles.startsWith('/assets/');
const builtStyles = isBuilt ? readFileSync(join('build/client', styles), 'utf8') : undefined;

const stylesCookie = createPlainCookie('styles', {
  maxAge: 365 * 24 * 60 * 60,
  schema: z.string(),
});

/**
 * Returns the style sheet for a browser without it, and the cookie that records it. On a slow link
 * a linked sheet leaves the page blank for one more round trip.
 */
export function getInlineStyles(request: Request): { inlineStyles?: string; cookie?: string } {
  if (!builtStyles || stylesCookie.read(request) === styles) return {};
  return { inlineStyles: builtStyles, cookie: stylesCookie.write(styles) };
}
