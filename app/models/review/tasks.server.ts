import type { Viewer } from '~/models/access';
import { daysAfter, localDay, type Locale } from '~/models/dates';
import { matching } from '~/models/pipeline/filter.server';
import type { PipelineQuery } from '~/models/pipeline/query';
import { taskDue } from '~/models/task/due';
import { type OwnTask, ownTasks } from '~/models/task/tasks.server';
import { counted } from '~/models/text';
import type { ReviewSection } from './review.server';
import { TASKS_SECTION } from './sections';
import { readRows } from './sections.server';

/** From today on. */
const DAYS = 7;
/** Of one deal. */
const MOST_TITLES = 3;

/** The deals under review with tasks of the viewer's own that are due within the week, or overdue. */
export async function tasksSection(
  viewer: Viewer,
  query: PipelineQuery,
  locale: Locale,
  most: number,
): Promise<ReviewSection> {
  const until = daysAfter(localDay(new Date(), locale), DAYS - 1);
  const tasks = await ownTasks(viewer, { until, where: await matching(viewer, query) });
  const ids = [...new Set(tasks.map(({ pipelineId }) => pipelineId))];
  const rows = await readRows(viewer, ids.slice(0, most));
  const tasksOf = (id: number) => tasks.filter(({ pipelineId }) => pipelineId === id);
  return {
    ...TASKS_SECTION,
    query,
    count: ids.length,
    more: false,
    deals: rows.map((deal) => ({ ...deal, reason: reasonOf(tasksOf(deal.id), locale) })),
  };
}

function reasonOf(tasks: OwnTask[], locale: Locale): string {
  const titles = tasks
    .slice(0, MOST_TITLES)
    .map((task) => `${task.title} (${taskDue(task, locale)!.text})`);
  const more = tasks.length - titles.length;
  return [...titles, ...(more > 0 ? [counted(more, 'more task')] : [])].join(', ');
}
