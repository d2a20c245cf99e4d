/** The most fields that are not archived, and the most with the archived ones. */
export const MAX_ACTIVE_FIELDS = 40;

export const MAX_FIELDS = 200;

/** In UTF-16 code units. */
export const MAX_FIELD_NAME_LENGTH = 100;

export const MAX_HINT_LENGTH = 300;

export const MAX_OPTION_LENGTH = 100;

export const MAX_OPTIONS = 100;

/** The longest text or link, and the longest long text. */
export const MAX_TEXT_LENGTH = 1_000;

export const MAX_LONG_TEXT_LENGTH = 10_000;
