import type { FollowUp } from '~/domain/deal/follow-up';
import { formatCount } from '~/domain/text/text';

export function describeFollowUp(followUp: FollowUp | undefined) {
  return followUp && { text: formatDueIn(followUp.days), isOverdue: followUp.isOverdue };
}

/** Formats as 'due in 4 days', 'due today' or '11 days overdue'. */
export function formatDueIn(days: number): string {
  if (days < 0) return `${formatCount(-days, 'day')} overdue`;
  return days ? `due in ${formatCount(days, 'day')}` : 'due today';
}
