import type { PostedForm } from './request.server';
import type { Locale } from '~/models/dates';

/** What a browser tells about its viewer without an account: time zone, language, theme, density. */

export const THEMES = ['system', 'light', 'dark'] as const;
export const DENSITIES = ['comfortable', 'compact'] as const;
export interface Appearance {
  theme: (typeof THEMES)[number];
  density: (typeof DENSITIES)[number];
}

const FALLBACK: Locale = { language: 'en-US', timeZone: 'UTC' };

/** Time zone from the cookie that our script sets, language from the browser. Never throws. */
export function readLocale(request: Request): Locale {
  const timeZone = readCookie(request, 'tz');
  const language = request.headers.get('Accept-Language')?.split(/[,;]/, 1)[0]?.trim();
  return {
    language: knownLocale(language) ?? FALLBACK.language,
    timeZone: knownTimeZone(timeZone) ?? FALLBACK.timeZone,
  };
}

/** How the viewer wants it to look; anything unknown is the first choice. */
export function readAppearance(request: Request): Appearance {
  const [theme, density] = [readCookie(request, 'theme'), readCookie(request, 'density')];
  return {
    theme: THEMES.find((known) => known === theme) ?? THEMES[0],
    density: DENSITIES.find((known) => known === density) ?? DENSITIES[0],
  };
}

/** The cookies that keep a choice for a year. Unknown names and values are passed over. */
export function appearanceCookies(form: PostedForm<keyof Appearance>): Headers {
  const headers = new Headers();
  for (const [name, choices] of [
    ['theme', THEMES],
    ['density', DENSITIES],
  ] as const) {
    const choice = choices.find((known) => known === form.get(name));
    if (choice)
      headers.append('Set-Cookie', `${name}=${choice}; Path=/; Max-Age=31536000; SameSite=Lax`);
  }
  return headers;
}

function readCookie(request: Request, name: string): string | undefined {
  return new RegExp(`(?:^|;\\s*)${name}=([\\w+/-]{1,50})`).exec(
    request.headers.get('Cookie') ?? '',
  )?.[1];
}

function knownLocale(language: string | undefined): string | undefined {
  try {
    return language ? Intl.DateTimeFormat.supportedLocalesOf(language)[0] : undefined;
  } catch {
    return undefined;
  }
}

/** The known names, each in whatever case it came. */
const MAX_TIME_ZONES = 1_000;
const timeZones = new Map<string, string>();

/** Asking is slow, so what was found is kept. */
function knownTimeZone(timeZone: string | undefined): string | undefined {
  if (!timeZone) return undefined;
  const known = timeZones.get(timeZone);
  if (known) return known;
  try {
    const found = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
    if (timeZones.size >= MAX_TIME_ZONES) timeZones.clear();
    timeZones.set(timeZone, found);
    return found;
  } catch {
    return undefined;
  }
}
