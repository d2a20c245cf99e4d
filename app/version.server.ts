import { readVersion } from '../scripts/version.mjs';

/**
 * Version and commit, such as "1.0.0 (9ae254031803)"; only the version if the commit is unknown.
 */
export const version: string = readVersion();
