import type { Viewer } from '~/models/access';
import { dayBounds, isCalendarDay, type Locale, nearestDay } from '~/models/dates';
import { pageOf } from '~/models/page';
import { ACTS, SUBJECTS } from '~/models/timeline/labels';
import { countHistory, type HistoryQuery, listHistory } from '~/models/timeline/list.server';
import { adminStats } from '~/models/user/list.server';
import { changeView, shownWith } from './change.server';

export function readHistoryQuery(params: URLSearchParams, locale: Locale) {
  const read = (name: string) => params.get(name)?.trim() ?? '';
  const day = (name: string) => (isCalendarDay(read(name)) ? read(name) : '');
  const typed = {
    who: read('who'),
    what: read('what'),
    subject: SUBJECTS.find((subject) => subject === read('subject')),
    act: ACTS.find((act) => act === read('act')),
    from: day('from'),
    to: day('to'),
  };
  const query: HistoryQuery = {
    ...typed,
    from: typed.from ? dayBounds(nearestDay(typed.from), locale).start : undefined,
    until: typed.to ? dayBounds(nearestDay(typed.to), locale).end : undefined,
  };
  return { typed, query };
}

/** One page of all changes. Throws 403 unless the viewer is an admin. */
export async function historyView(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const { typed, query } = readHistoryQuery(params, locale);
  const { pager, slice } = pageOf(params, await countHistory(viewer, query));
  const changes = await listHistory(viewer, query, slice);
  const shown = await shownWith(viewer, changes, locale);
  return {
    figures: await adminStats(viewer),
    typed,
    pager,
    changes: changes.map((change) => changeView(change, shown)),
  };
}
