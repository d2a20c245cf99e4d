import { createHash, randomBytes } from 'node:crypto';

/** A random key that a browser keeps; the database holds its hash alone. */
export function newKey(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256, in hexadecimal: without a salt, as keys are random. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
