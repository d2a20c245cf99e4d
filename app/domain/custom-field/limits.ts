export const MAX_ACTIVE_FIELDS = 40;

export const MAX_FIELDS = 200;

/** Lengths are in UTF-16 code units. */
export const MAX_FIELD_NAME_LENGTH = 100;

export const MAX_HINT_LENGTH = 300;

export const MAX_OPTION_LENGTH = 100;

export const MAX_OPTIONS = 100;

export const MAX_TEXT_LENGTH = 1_000;

export const MAX_LONG_TEXT_LENGTH = 10_000;
