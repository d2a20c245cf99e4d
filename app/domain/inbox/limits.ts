/** Limits the reason of a decline, and its text, in characters. */
export const MAX_DECLINE_LENGTH = 2_000;
