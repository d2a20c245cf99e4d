export const MAX_NOTE_LENGTH = 10_000;
