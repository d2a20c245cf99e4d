import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { eq } from 'drizzle-orm';
import { passkeys } from '#db/schema';
import { transactionUsingReserve } from '#db/transaction';
import { unauthorized } from '~/errors';
import { type ChallengeOwner, createChallenge, createChallengeVerifier } from './challenge.server';
import {
  expectedOrigins,
  hasPasskeySupport,
  listPasskeys,
  loadWebAuthn,
  relyingPartyId,
  resolveOrUndefined,
  toCredentialDescriptor,
} from './webauthn.server';

export async function createAuthenticationOptions(owner: ChallengeOwner) {
  const registered = hasPasskeySupport ? await listPasskeys(owner.userId) : [];
  if (!registered.length) return undefined;
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const { extensions: _, ...options } = await generateAuthenticationOptions({
    rpID: relyingPartyId,
    challenge: createChallenge(owner),
    allowCredentials: registered.map(toCredentialDescriptor),
  });
  return options;
}

export async function verifyPasskey(owner: ChallengeOwner, credential: string): Promise<void> {
  const registered = await listPasskeys(owner.userId);
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const verified = await resolveOrUndefined(async () => {
    const response = JSON.parse(credential) as AuthenticationResponseJSON;
    const known = registered.find(({ id }) => id === response.id)!;
    return verifyAuthenticationResponse({
      response,
      expectedChallenge: createChallengeVerifier(owner),
      credential: {
        ...known,
        publicKey: new Uint8Array(Buffer.from(known.publicKey, 'base64url')),
      },
      ...expectedOrigins,
    });
  });
  if (!verified?.verified)
    throw unauthorized('The passkey was not accepted. Try again, or use a code.');
  const { credentialID, newCounter } = verified.authenticationInfo;
  await transactionUsingReserve(async (tx) =>
    tx
      .update(passkeys)
      .set({ counter: newCounter, lastUsedAt: new Date() })
      .where(eq(passkeys.id, credentialID)),
  );
}
