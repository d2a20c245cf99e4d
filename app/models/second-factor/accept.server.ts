import { acceptCode } from './codes.server';
import { acceptPasskey } from './passkey.server';
import type { SecondStep } from './schema';

/**
 * Accepts a code, a recovery code or a passkey's answer, each once. `holder` is the key of the row of
 * the session or login that asks. Throws 401.
 */
export async function acceptFactor(
  user: { id: string; email: string },
  holder: string,
  { code = '', credential }: SecondStep,
): Promise<void> {
  if (credential) await acceptPasskey({ userId: user.id, holder }, credential);
  else await acceptCode(user, code);
}
