export const MAX_BLOCKED_SENDERS = 5_000;
