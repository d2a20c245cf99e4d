import { z } from 'zod';
import type { Locale } from '~/format/locale';
import type { PostedForm } from '~/http/request/form.server';
import { createPlainCookie } from './cookies.server';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const Theme = z.enum(['system', 'light', 'dark']);
const Density = z.enum(['comfortable', 'compact']);
const Shortcuts = z.enum(['on', 'off']);
const themeCookie = createPlainCookie('theme', { maxAge: YEAR_SECONDS, schema: Theme });
const densityCookie = createPlainCookie('density', { maxAge: YEAR_SECONDS, schema: Density });
const shortcutsCookie = createPlainCookie('shortcuts', { maxAge: YEAR_SECONDS, schema: Shortcuts });
const timeZonePreference = createPlainCookie('tz', {
  maxAge: YEAR_SECONDS,
  schema: z.string().regex(/^[\w+/-]{1,50}$/),
  readable: true,
});

/** Sent to the browser's script, which inserts its time zone as the value. */
export const timeZoneCookieTemplate = timeZonePreference.write('');

/** Returns whether scripts have run in this browser, since only they set its time zone. */
export function hasRunScripts(request: Request): boolean {
  return timeZonePreference.read(request) !== undefined;
}

const DEFAULT_LOCALE: Locale = { language: 'en-US', timeZone: 'UTC' };

/**
 * Reads the time zone from a cookie set by script, and the language that the browser prefers. Never
 * throws.
 */
export function readLocale(request: Request): Locale {
  const language = request.headers.get('Accept-Language')?.split(/[,;]/, 1)[0]?.trim();
  return {
    language: findSupportedLanguage(language) ?? DEFAULT_LOCALE.language,
    timeZone: findCanonicalTimeZone(timeZonePreference.read(request)) ?? DEFAULT_LOCALE.timeZone,
  };
}

export function readAppearance(request: Request) {
  return {
    theme: themeCookie.read(request) ?? 'system',
    density: densityCookie.read(request) ?? 'comfortable',
    shortcuts: shortcutsCookie.read(request) ?? 'on',
  } as const;
}

export function createAppearanceHeaders(
  form: PostedForm<'theme' | 'density' | 'shortcuts'>,
): Headers {
  const headers = new Headers();
  const theme = Theme.safeParse(form.get('theme')).data;
  const density = Density.safeParse(form.get('density')).data;
  const shortcuts = Shortcuts.safeParse(form.get('shortcuts')).data;
  if (theme) headers.append('Set-Cookie', themeCookie.write(theme));
  if (density) headers.append('Set-Cookie', densityCookie.write(density));
  if (shortcuts) headers.append('Set-Cookie', shortcutsCookie.write(shortcuts));
  return headers;
}

const MAX_LANGUAGE_CHARACTERS = 35;

/**
 * Drops extensions such as calendars: formatters are cached by language (app/format/locale.ts).
 */
function findSupportedLanguage(language: string | undefined): string | undefined {
  if (!language || language.length > MAX_LANGUAGE_CHARACTERS) return undefined;
  try {
    const { baseName } = new Intl.Locale(language);
    return Intl.DateTimeFormat.supportedLocalesOf(baseName)[0];
  } catch {
    return undefined;
  }
}

/** Canonical names by the cookie's value, both at most 50 characters. */
const MAX_TIME_ZONES = 1_000;
const timeZones = new Map<string, string>();

/** Cached, because constructing a formatter is slow. */
function findCanonicalTimeZone(timeZone: string | undefined): string | undefined {
  // Offsets such as +01 know no daylight saving time.
  if (!timeZone || !/^[a-z]/i.test(timeZone)) return undefined;
  const known = timeZones.get(timeZone);
  if (known) return known;
  try {
    const canonical = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
    if (timeZones.size >= MAX_TIME_ZONES) timeZones.clear();
    timeZones.set(timeZone, canonical);
    return canonical;
  } catch {
    return undefined;
  }
}
