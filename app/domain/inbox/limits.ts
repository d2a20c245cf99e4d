export const MAX_DECLINE_LENGTH = 2_000;
