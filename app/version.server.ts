import { readVersion } from '../scripts/version.mjs';

/** Version and commit: "1.0.0 (9ae254031803)". Without a clone and without a noted commit, the version alone. */
export const version: string = readVersion();
