import type { Deal } from '#db/schema';
import { countDaysBetween } from '~/domain/date/calendar-day';
import type { OptionLists } from '~/domain/option-list/option-lists';
import type { DealChanges } from './schema';

/**
 * Completes a change of the next meeting: a day sent without a choice sets the smallest choice that
 * reaches it, and a choice sent without a day clears the day.
 */
export function completeMeeting(
  changes: DealChanges,
  before: Partial<Pick<Deal, 'nextMeetingOn'>>,
  { lists, at }: { lists: OptionLists; at: Date },
): DealChanges {
  const { nextMeetingDate: choice, nextMeetingOn: day } = changes;
  if (day && !choice) return { ...changes, nextMeetingDate: findMeetingChoice(day, lists, at) };
  const isReplaced = choice !== undefined && day === undefined && before.nextMeetingOn;
  return isReplaced ? { ...changes, nextMeetingOn: null } : changes;
}

export function endMeeting(
  changes: DealChanges,
  before: Pick<Deal, 'nextMeetingDate' | 'nextMeetingOn'>,
): DealChanges {
  const isNew = (['nextMeetingDate', 'nextMeetingOn'] as const).some(
    (field) => changes[field] && changes[field] !== before[field],
  );
  return isNew ? changes : { ...changes, nextMeetingDate: null, nextMeetingOn: null };
}

function findMeetingChoice(day: string, lists: OptionLists, at: Date): string | null {
  const distance = countDaysBetween(at.toISOString().slice(0, 10), day);
  const choices = lists
    .listActiveOptions('meetings')
    .filter(({ days }) => days !== null)
    .sort((a, b) => a.days! - b.days!);
  return (choices.find(({ days }) => days! >= distance) ?? choices.at(-1))?.name ?? null;
}
