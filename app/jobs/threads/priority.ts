/**
 * Niceness of work that no page waits for. With 10, an export of 20,000 deals beside two busy cores
 * took 47 s instead of 18.
 */
export const BACKGROUND_NICENESS = 5;
