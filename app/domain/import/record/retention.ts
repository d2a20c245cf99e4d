/** How long an import that was not completed waits, in ms. */
export const IMPORT_TTL_MS = 24 * 60 * 60_000;
