import { env } from '~/env.server';
import { type PasswordPurpose, runPasswordTask } from '~/jobs/threads/pool.server';

const MAX_PASSWORD_BYTES = 72;

export async function hashPassword(
  password: string,
  purpose: PasswordPurpose = 'other',
): Promise<string> {
  return runPasswordTask('hashPassword', { password, cost: env.BCRYPT_COST }, purpose);
}

/** Detects a hash with a lower cost than configured: `$2b$10$…` has cost 10. */
export function needsRehash(hash: string): boolean {
  return Number(hash.split('$')[2]) < env.BCRYPT_COST;
}

/** Verified for an unknown email, so that the answer takes as long as for a wrong password. */
let decoyHash: Promise<string> | undefined;

/** Retries after a failure: only a success is cached. */
function getDecoyHash(): Promise<string> {
  decoyHash ??= hashPassword(crypto.randomUUID(), 'login');
  decoyHash.catch(() => (decoyHash = undefined));
  return decoyHash;
}

/** Returns false for passwords over 72 bytes, since bcrypt would compare only the first 72. */
export async function verifyPassword(
  password: string,
  hash: string | undefined,
  purpose: PasswordPurpose = 'other',
): Promise<boolean> {
  const known = hash ?? (await getDecoyHash());
  const fits = Buffer.byteLength(password) <= MAX_PASSWORD_BYTES;
  const job = { password: fits ? password : '', known };
  const equal = await runPasswordTask('comparePassword', job, purpose);
  return equal && fits && hash !== undefined;
}
