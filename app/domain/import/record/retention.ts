/** Lifetime of an import that is not completed. */
export const IMPORT_TTL_MS = 24 * 60 * 60_000;
