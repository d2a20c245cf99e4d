import { clampToCalendar, isCalendarDay } from '~/domain/date/calendar-day';
import { getDayBounds } from '~/domain/date/time-zone';
import { EVENT_KINDS, SUBJECTS } from '~/domain/timeline/labels';
import type { HistoryQuery } from '~/domain/timeline/list.server';

export function parseHistoryQuery(params: URLSearchParams, timeZone: string) {
  const read = (name: string) => params.get(name)?.trim() ?? '';
  const readDay = (name: string) => (isCalendarDay(read(name)) ? read(name) : '');
  const typed = {
    who: read('who'),
    what: read('what'),
    subject: SUBJECTS.find((subject) => subject === read('subject')),
    kind: EVENT_KINDS.find((kind) => kind === read('act')),
    from: readDay('from'),
    to: readDay('to'),
  };
  const query: HistoryQuery = {
    ...typed,
    from: typed.from ? getDayBounds(clampToCalendar(typed.from), timeZone).start : undefined,
    until: typed.to ? getDayBounds(clampToCalendar(typed.to), timeZone).end : undefined,
  };
  return { typed, query };
}
