import { existsSync, readFileSync } from 'node:fs';
import { createCookie } from '@remix-run/node';
import { isHttps } from '~/env.server';
import styles from '~/tailwind.css?url';

/**
 * On a browser's first visit a page carries the rules that its own elements need, so that it is painted without waiting for
 * the style sheet, which comes after the content. From then on the browser has the sheet.
 */

/** As the build lists them (vite.config.ts): always needed, needed where one of `any` has all its classes on the page, or a group of rules. */
export type StyleRule =
  string | { any: string[][]; css: string } | { open: string; rules: StyleRule[] };

const file = new URL('./style-rules.json', import.meta.url);
const rules = existsSync(file)
  ? (JSON.parse(readFileSync(file, 'utf8')) as StyleRule[])
  : undefined;

/** Which style sheet the browser has: no secret, and no more than its cache would tell. */
const cookie = createCookie('styles', {
  httpOnly: true,
  sameSite: 'lax',
  path: '/',
  secure: isHttps,
  maxAge: 365 * 24 * 60 * 60,
});

/** True for a browser that was told of this very sheet; in development for every one. */
export async function hasStyles(request: Request): Promise<boolean> {
  return (
    !rules || (await cookie.parse(request.headers.get('Cookie')).catch(() => undefined)) === styles
  );
}

/** The cookie that says so from now on. */
export function rememberStyles(): Promise<string> {
  return cookie.serialize(styles);
}

/** The rules that the page's elements need, in their order. */
export function stylesFor(html: string): string {
  const used = new Set(
    [...html.matchAll(/ class="([^"]+)"/g)].flatMap(([, names]) =>
      names!.replaceAll('&amp;', '&').replaceAll('&gt;', '>').split(/\s+/),
    ),
  );
  return needed(rules ?? [], used);
}

function needed(from: StyleRule[], used: Set<string>): string {
  return from
    .map((rule) => {
      if (typeof rule === 'string') return rule;
      if ('any' in rule)
        return rule.any.some((classes) => classes.every((name) => used.has(name))) ? rule.css : '';
      const inside = needed(rule.rules, used);
      return inside && `${rule.open}{${inside}}`;
    })
    .join('');
}
