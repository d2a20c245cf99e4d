import { env } from '~/env.server';
import { runPasswordTask } from '~/workers/pool.server';

const MAX_BYTES = 72;

/** A bcrypt hash. The password's length has been checked by the schema. */
export async function hashPassword(password: string): Promise<string> {
  return runPasswordTask('hashPassword', { password, cost: env.BCRYPT_COST });
}

/** True for a hash that was made when the configured cost was lower: `$2b$10$…` names it. */
export function needsRehash(hash: string): boolean {
  return Number(hash.split('$')[2]) < env.BCRYPT_COST;
}

/** A hash of nothing anyone knows, compared with when there is no account: an unknown email takes as long as a wrong password. */
let decoyHash: Promise<string> | undefined;

/** Made once; a refusal by the full queue is not kept, or no unknown email would ever be told 401 again. */
function getDecoyHash(): Promise<string> {
  decoyHash ??= hashPassword(crypto.randomUUID());
  decoyHash.catch(() => (decoyHash = undefined));
  return decoyHash;
}

/** True when the password belongs to the hash. More than 72 bytes never do: bcrypt would compare the first 72 alone. */
export async function passwordMatches(
  password: string,
  hash: string | undefined,
): Promise<boolean> {
  const known = hash ?? (await getDecoyHash());
  const fits = Buffer.byteLength(password) <= MAX_BYTES;
  const equal = await runPasswordTask('comparePassword', { password: fits ? password : '', known });
  return equal && fits && hash !== undefined;
}
