import type { InboxSource, InboxState } from '#db/schema';

export const SOURCE_LABELS: Record<InboxSource, string> = {
  form: 'Pitch form',
  email: 'Email',
  api: 'API',
};

export const STATE_LABELS: Record<InboxState, string> = {
  pending: 'Pending',
  accepted: 'Accepted',
  declined: 'Declined',
  junk: 'Junk',
};
