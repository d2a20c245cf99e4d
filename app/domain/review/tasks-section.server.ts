import type { Viewer } from '~/domain/access';
import { addDays } from '~/domain/date/calendar-day';
import { getLocalDay } from '~/domain/date/time-zone';
import { buildDealFilter } from '~/domain/deal/filter.server';
import type { DealQuery } from '~/domain/deal/query';
import { listOwnTasks, type OwnTask } from '~/domain/task/list.server';
import { listSectionRows, type ReviewSection } from './list-sections.server';
import type { ReviewReason } from './reason';
import { TASKS_SECTION } from './sections';

const TASK_DAYS = 7;

const MAX_TASK_TITLES = 3;

export async function getTasksSection(
  viewer: Viewer,
  query: DealQuery,
  timeZone: string,
  maxDeals: number,
): Promise<ReviewSection> {
  const until = addDays(getLocalDay(new Date(), timeZone), TASK_DAYS - 1);
  const tasks = await listOwnTasks(viewer, { until, where: await buildDealFilter(viewer, query) });
  const ids = [...new Set(tasks.map(({ dealId }) => dealId))];
  const rows = await listSectionRows(viewer, ids.slice(0, maxDeals));
  const findTasksOfDeal = (id: number) => tasks.filter(({ dealId }) => dealId === id);
  return {
    ...TASKS_SECTION,
    query,
    count: ids.length,
    more: false,
    deals: rows.map((deal) => ({
      ...deal,
      reason: toTasksReason(findTasksOfDeal(deal.id)),
    })),
  };
}

function toTasksReason(tasks: OwnTask[]): ReviewReason {
  const listed = tasks.slice(0, MAX_TASK_TITLES);
  return {
    kind: 'tasks',
    tasks: listed.map(({ title, dueOn, dueAt }) => ({ title, dueOn, dueAt })),
    moreTasks: tasks.length - listed.length,
  };
}
