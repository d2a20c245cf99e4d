import { compare, hash } from 'bcryptjs';

// JavaScript, so that tests and development can load it without a build.

/** @param {{ password: string, cost: number }} job */
export function hashPassword({ password, cost }) {
  return hash(password, cost);
}

/** @param {{ password: string, known: string }} job */
export function comparePassword({ password, known }) {
  return compare(password, known);
}
