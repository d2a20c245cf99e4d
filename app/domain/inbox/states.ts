import type { InboxSource, InboxState } from '#db/schema';

export const INBOX_STATES = [
  'pending',
  'accepted',
  'declined',
  'junk',
] as const satisfies InboxState[];

export const INBOX_SOURCES = ['form', 'email', 'api'] as const satisfies InboxSource[];
