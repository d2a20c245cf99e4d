/** Lifetime of the rows that a completed import left out. */
export const RESULT_ROWS_TTL_MS = 30 * 24 * 60 * 60_000;

/** Completed imports per account that keep such rows. */
export const MAX_RESULTS_WITH_ROWS = 5;

/** Lifetime of an import that is not completed. */
export const IMPORT_TTL_MS = 24 * 60 * 60_000;
