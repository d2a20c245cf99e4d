import { clampToCalendar, isCalendarDay } from '~/domain/date/calendar-day';
import type { Locale } from '~/domain/date/locale';
import { getDayBounds } from '~/domain/date/time-zone';
import { EVENT_KINDS, SUBJECTS } from '~/domain/timeline/labels';
import type { HistoryQuery } from '~/domain/timeline/list.server';

export function parseHistoryQuery(params: URLSearchParams, locale: Locale) {
  const read = (name: string) => params.get(name)?.trim() ?? '';
  const day = (name: string) => (isCalendarDay(read(name)) ? read(name) : '');
  const typed = {
    who: read('who'),
    what: read('what'),
    subject: SUBJECTS.find((subject) => subject === read('subject')),
    act: EVENT_KINDS.find((act) => act === read('act')),
    from: day('from'),
    to: day('to'),
  };
  const query: HistoryQuery = {
    ...typed,
    from: typed.from ? getDayBounds(clampToCalendar(typed.from), locale).start : undefined,
    until: typed.to ? getDayBounds(clampToCalendar(typed.to), locale).end : undefined,
  };
  return { typed, query };
}
