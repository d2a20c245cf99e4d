import { env } from '~/env.server';
import { type PasswordPurpose, runPasswordTask } from '~/jobs/threads/pool.server';

const MAX_PASSWORD_BYTES = 72;

/** A bcrypt hash. The schema has checked the length. Throws 503 if the queue is full. */
export async function hashPassword(
  password: string,
  purpose: PasswordPurpose = 'other',
): Promise<string> {
  return runPasswordTask('hashPassword', { password, cost: env.BCRYPT_COST }, purpose);
}

/** True if the hash has a lower cost than configured: `$2b$10$…` has 10. */
export function needsRehash(hash: string): boolean {
  return Number(hash.split('$')[2]) < env.BCRYPT_COST;
}

/** Compared with for an unknown email, so that it takes as long as a wrong password. */
let decoyHash: Promise<string> | undefined;

/** A failure is not cached. */
function getDecoyHash(): Promise<string> {
  decoyHash ??= hashPassword(crypto.randomUUID(), 'login');
  decoyHash.catch(() => (decoyHash = undefined));
  return decoyHash;
}

/** False for passwords of more than 72 bytes: bcrypt would compare only the first 72. */
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
