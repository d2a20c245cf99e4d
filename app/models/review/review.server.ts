import { cachedUntilCommit } from '#db/cache';
import type { Viewer } from '~/models/access';
import { daysAfter, localDay, type Locale } from '~/models/dates';
import { visibleScope } from '~/models/visibility.server';
import { type PipelineQuery, readPipelineQuery } from '~/models/pipeline/query';
import { listMentions } from '~/models/note/search.server';
import { reasonsFor } from './reasons.server';
import { mentionJson, type ReviewAnswer, sectionJson } from './json';
import { MOST_MENTIONS } from './notes.server';
import { type Period, readPeriod, startOf } from './period';
import {
  hasClosed,
  MOST_COUNTED,
  sectionFilters,
  type SectionKey,
  SECTIONS,
  TASKS_SECTION,
} from './sections';
import { readRows, type ReviewSection, sectionIds } from './sections.server';
import { matching } from '~/models/pipeline/filter.server';
import { taskDue } from '~/models/task/schema';
import { type OwnTask, ownTasks } from '~/models/task/tasks.server';
import { counted } from '~/models/text';

/** The owner whose deals are reviewed, and the start of the period. */
export interface ReviewQuery {
  since: Period;
  userId: string;
  group: string;
  /** Part of the owner's name or email. */
  owner?: string;
  /** Names or kinds of stages; without them, closed deals stand in some sections alone. */
  stage?: string[];
}

/** An unknown period is the default; an unknown owner or group has no deals. */
export function readReviewQuery(params: URLSearchParams): ReviewQuery & { since: Period } {
  const { userId, group, owner, stage } = readPipelineQuery(params);
  return { since: readPeriod(params), userId, group, owner, stage };
}

/** The review of what the viewer may see, at most `most` deals in each section. */
export async function readReview(
  viewer: Viewer,
  review: ReviewQuery,
  locale: Locale,
  most = 20,
): Promise<ReviewSection[]> {
  const today = localDay(new Date(), locale);
  const key = JSON.stringify(['review', visibleScope(viewer), review, locale, today, most]);
  const [tasks, sections] = await Promise.all([
    tasksSection(viewer, openOf(review, locale), locale, most),
    cachedUntilCommit(key, () => readSections(viewer, review, locale, most)),
  ]);
  return [...sections, tasks];
}

async function readSections(viewer: Viewer, review: ReviewQuery, locale: Locale, most: number) {
  const { start, days } = startOf(review.since, locale);
  const sections = await Promise.all(
    SECTIONS.map(async ({ key, title }) => {
      const query = sectionQuery(key, review, locale, days);
      const ids = await sectionIds(viewer, { key, query });
      return { key, title, query, ids };
    }),
  );
  const shown = new Set(sections.flatMap(({ ids }) => ids.slice(0, most)));
  const rows = new Map((await readRows(viewer, [...shown])).map((row) => [row.id, row]));
  return Promise.all(
    sections.map(async ({ ids, ...section }) => {
      const deals = ids.slice(0, most).flatMap((id) => rows.get(id) ?? []);
      const because = await reasonsFor(section.key, deals, start, locale);
      return {
        ...section,
        count: Math.min(ids.length, MOST_COUNTED),
        more: ids.length > MOST_COUNTED,
        deals: deals.map((deal) => ({ ...deal, reason: because(deal) })),
      };
    }),
  );
}

/** The list of the deals of a section; `days` is how many days ago the period started. */
export function sectionQuery(
  key: SectionKey,
  review: Omit<ReviewQuery, 'since'>,
  locale: Locale,
  days: number,
): PipelineQuery {
  const listed = hasClosed(key) ? listOf(review, locale) : openOf(review, locale);
  return { ...listed, ...sectionFilters(key, days) };
}

/** The list of the deals under review, without closed ones unless they are asked for. */
function openOf(review: Omit<ReviewQuery, 'since'>, locale: Locale): PipelineQuery {
  return { ...listOf(review, locale), stage: review.stage ?? ['open'] };
}

/** The list of the deals under review. */
export function listOf(
  { userId, group, owner, stage }: Omit<ReviewQuery, 'since'>,
  { timeZone }: Locale,
): PipelineQuery {
  return { ...readPipelineQuery(), userId, group, owner, stage, timeZone };
}

/** The same as JSON. */
export async function reviewJson(
  viewer: Viewer,
  review: ReturnType<typeof readReviewQuery>,
  locale: Locale,
): Promise<ReviewAnswer> {
  const [sections, mentions] = await Promise.all([
    readReview(viewer, review, locale),
    listMentions(viewer, MOST_MENTIONS),
  ]);
  return {
    since: review.since,
    from: startOf(review.since, locale).start.toISOString(),
    sections: sections.map(sectionJson),
    mentions: mentions.map(mentionJson),
  };
}

/** From today on. */
const DAYS = 7;
/** The most titles of one deal. */
const MOST_TITLES = 3;

/** The deals under review with tasks of the viewer's own that are due within the week, or overdue. */
async function tasksSection(
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
