import type { ReviewReason } from '~/domain/review/reason';
import { formatCount } from '~/domain/text/text';
import { formatDate, formatDay, formatShortDate } from './date';
import { formatDueIn } from './follow-up';
import type { Locale } from './locale';
import { describeTaskDue } from './task-due';

export function formatReviewReason(reason: ReviewReason | undefined, locale: Locale): string {
  switch (reason?.kind) {
    case undefined:
      return '';
    case 'urgent':
      return formatUrgent(reason, locale);
    case 'lookAgain':
      return reason.isToday
        ? 'look again today'
        : `look again since ${formatDay(reason.day, locale)}`;
    case 'stalled':
      return `in ${reason.stage} for ${formatCount(reason.days, 'day')}`;
    case 'due':
      return formatDueIn(reason.days);
    case 'added':
      return `added ${formatShortDate(reason.at, locale)}${reason.by ? ` by ${reason.by}` : ''}`;
    case 'moved':
      return [reason.from, reason.to].map((score) => score?.toFixed(1) ?? 'none').join(' → ');
    case 'noted': {
      const count = reason.notes > 1 ? ` (${formatCount(reason.notes, 'note')})` : '';
      return `${reason.author}: ${reason.excerpt}${count}`;
    }
    case 'quiet':
      return `quiet for ${formatCount(reason.days, 'day')}`;
    case 'unevaluated':
      return `not evaluated, added ${formatShortDate(reason.addedAt, locale)}`;
    case 'outcome':
      return `decided ${formatDate(reason.decidedAt, locale)}: what became of it?`;
    case 'tasks':
      return formatTasks(reason, locale);
  }
}

type Reason<Kind> = Extract<ReviewReason, { kind: Kind }>;

function formatUrgent({ meeting, setAt, days }: Reason<'urgent'>, locale: Locale): string {
  if (!setAt) return meeting;
  return days > 0
    ? `${meeting} since ${formatShortDate(setAt, locale)}, ${formatCount(days, 'day')}`
    : `${meeting} since today`;
}

function formatTasks({ tasks, moreTasks }: Reason<'tasks'>, locale: Locale): string {
  const texts = tasks.map((task) => `${task.title} (${describeTaskDue(task, locale)!.text})`);
  return [...texts, ...(moreTasks > 0 ? [formatCount(moreTasks, 'more task')] : [])].join(', ');
}
