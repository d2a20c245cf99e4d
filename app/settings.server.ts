import type { Place } from './models/dates';

/** What a browser tells about its viewer without an account: time zone, language. */

const FALLBACK: Place = { locale: 'en-US', timeZone: 'UTC' };

/** Time zone from the cookie that our script sets, language from the browser. Never throws. */
export function readPlace(request: Request): Place {
  const timeZone = /(?:^|;\s*)tz=([\w+/-]{1,50})/.exec(request.headers.get('Cookie') ?? '')?.[1];
  const locale = request.headers.get('Accept-Language')?.split(/[,;]/, 1)[0]?.trim();
  return { locale: knownLocale(locale) ?? FALLBACK.locale, timeZone: knownTimeZone(timeZone) ?? FALLBACK.timeZone };
}

function knownLocale(locale: string | undefined): string | undefined {
  try {
    return locale ? Intl.DateTimeFormat.supportedLocalesOf(locale)[0] : undefined;
  } catch {
    return undefined;
  }
}

function knownTimeZone(timeZone: string | undefined): string | undefined {
  try {
    return timeZone ? new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone : undefined;
  } catch {
    return undefined;
  }
}
