export const RESULT_ROWS_TTL_MS = 30 * 24 * 60 * 60_000;

export const MAX_RESULTS_WITH_ROWS = 5;

export const IMPORT_TTL_MS = 24 * 60 * 60_000;
