const MEETING_FIELDS: readonly string[] = ['nextMeetingDate', 'nextMeetingOn'];

/** The choice, the day and the time at which they were set, as the history records them. */
export const NEXT_MEETING: readonly string[] = [...MEETING_FIELDS, 'nextMeetingSetAt'];

/**
 * Returns the fields that change together with a field, itself included: a day sets the choice of
 * the next meeting, and a choice clears its day.
 */
export function listLinkedFields(field: string): readonly string[] {
  return NEXT_MEETING.includes(field) ? MEETING_FIELDS : [field];
}

export function withLinkedFields(fields: readonly string[]): string[] {
  return [...new Set(fields.flatMap(listLinkedFields))];
}
