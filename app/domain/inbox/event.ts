import type { FieldChanges, HistoryEvent, InboxItem } from '#db/schema';

const SUBJECT_PREFIX = 'inbox-';

/** Builds a history event, which names only the company: the history outlives the sender's data. */
export function inboxEvent(
  { id, companyName }: Pick<InboxItem, 'id'> & Partial<Pick<InboxItem, 'companyName'>>,
  kind: HistoryEvent['kind'],
  fields?: FieldChanges,
) {
  const subjectName = companyName || `Item ${id}`;
  return { subject: 'inbox' as const, subjectId: SUBJECT_PREFIX + id, subjectName, kind, fields };
}

export function parseInboxSubjectId(subjectId: string): number {
  return Number(subjectId.replace(SUBJECT_PREFIX, ''));
}
