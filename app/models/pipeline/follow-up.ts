import { daysBetween, localDay, type Locale } from '~/models/dates';
import { counted } from '~/models/text';

export interface FollowUp {
  /** The viewer's day when the next meeting is due, YYYY-MM-DD. */
  due: string;
  /** From today; negative once it is overdue. */
  days: number;
  /** For example 'due in 4 days', 'due today' or '11 days overdue'. */
  text: string;
  isOverdue: boolean;
}

/** The next meeting as something that falls due; undefined for N/A and unknown values. */
export function followUp(
  { meetingDueAt }: { nextMeetingDate: string | null; meetingDueAt: Date | null },
  locale: Locale,
  now = new Date(),
): FollowUp | undefined {
  if (!meetingDueAt) return undefined;
  const due = localDay(meetingDueAt, locale);
  const days = daysBetween(localDay(now, locale), due);
  return { due, days, text: followUpText(days), isOverdue: days < 0 };
}

/** In days: in a list, only what falls due soon is said in words beside its day. */
const SOON = 7;

/** The same for a row of a list: undefined while it is further away. */
export function dueSoon(...args: Parameters<typeof followUp>): FollowUp | undefined {
  const found = followUp(...args);
  return found && found.days <= SOON ? found : undefined;
}

function followUpText(days: number): string {
  if (days < 0) return `${counted(-days, 'day')} overdue`;
  return days ? `due in ${counted(days, 'day')}` : 'due today';
}
