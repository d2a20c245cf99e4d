import { readVersion } from '../scripts/version.mjs';

/**
 * Version and commit, such as "1.0.0 (9ae254031803)"; the version alone if the commit is unknown.
 */
export const version: string = readVersion();
