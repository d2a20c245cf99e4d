import type { Viewer } from '~/domain/access';
import { hashKey } from '~/domain/key.server';
import { getSecondFactor } from './get.server';
import { createAuthenticationOptions } from './verify-passkey.server';

export async function getIdentityQuestion(viewer: Viewer, sessionId: string) {
  const { hasApp, passkeys } = await getSecondFactor(viewer.id);
  return {
    email: viewer.email,
    hasApp,
    asksForCode: hasApp || passkeys.length > 0,
    passkey: await createAuthenticationOptions({
      userId: viewer.id,
      holderKey: hashKey(sessionId),
    }),
  };
}

export type IdentityQuestion = Awaited<ReturnType<typeof getIdentityQuestion>>;
