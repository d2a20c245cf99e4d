import { compare, hash } from 'bcryptjs';

// JavaScript, so that tests and development load it without a build.

/** @param {{ password: string, cost: number }} job */
export function hashPassword({ password, cost }) {
  return hash(password, cost);
}

/** @param {{ password: string, known: string }} job */
export function comparePassword({ password, known }) {
  return compare(password, known);
}

/** @type {Promise<import('@zxcvbn-ts/core').ZxcvbnFactory> | undefined} */
let guesserPromise;

/** Loaded on demand: the list takes 25 MB until the idle thread ends. */
async function loadGuesser() {
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core');
  const { dictionary, adjacencyGraphs } = await import('@zxcvbn-ts/language-common');
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}

/**
 * Returns whether a million guesses find the password. `person` lists what guessers know about its
 * owner, such as names.
 * @param {{ password: string, person: string[] }} job
 */
export async function isCommonPassword({ password, person }) {
  guesserPromise ??= loadGuesser();
  return (await guesserPromise).check(password, person).score < 2;
}
