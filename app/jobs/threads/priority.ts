/**
 * Niceness of work that no page waits for. Beside two busy cores, 5 keeps others' slowest answers
 * at 30 ms instead of 100; with 10, an export of 20,000 deals took 47 s instead of 18.
 */
export const BACKGROUND_NICENESS = 5;
