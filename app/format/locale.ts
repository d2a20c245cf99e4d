export interface Locale {
  language: string;
  timeZone: string;
}

type FormatOptions = Pick<
  Intl.DateTimeFormatOptions,
  'dateStyle' | 'timeStyle' | 'year' | 'month' | 'day'
>;

/** A formatter takes about 30 KB. */
const MAX_CACHED_FORMATTERS = 200;

const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * Caches formatters because constructing one is slow, up to a limit because clients choose the
 * locale.
 */
export function getFormatter(
  { language, timeZone }: Locale,
  options: FormatOptions,
): Intl.DateTimeFormat {
  const { dateStyle, timeStyle, year, month, day } = options;
  const key = [language, timeZone, dateStyle, timeStyle, year, month, day].join(' ');
  let formatter = formatters.get(key);
  if (!formatter) {
    if (formatters.size >= MAX_CACHED_FORMATTERS) formatters.clear();
    formatters.set(key, (formatter = new Intl.DateTimeFormat(language, { ...options, timeZone })));
  }
  return formatter;
}
