import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { and, eq } from 'drizzle-orm';
import { isUniqueViolation } from '#db/errors';
import { passkeys } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { hashKey } from '~/domain/key.server';
import { getDisplayName } from '~/domain/person/names';
import { conflict, invalid, notFound } from '~/errors';
import { addSecondFactor } from './add.server';
import { createChallenge, createChallengeVerifier } from './challenge.server';
import { MAX_PASSKEYS } from './limits';
import { recordSecondFactorChange, sendSecondFactorNotice } from './record-change.server';
import { deleteUnusedRecoveryCodes } from './recovery-codes.server';
import type { AddPasskey } from './schema';
import {
  expectedOrigins,
  listPasskeys,
  loadWebAuthn,
  relyingPartyId,
  resolveOrUndefined,
  toCredentialDescriptor,
} from './webauthn.server';

export async function createRegistrationOptions(viewer: Viewer, sessionId: string) {
  const { generateRegistrationOptions } = await loadWebAuthn();
  const { extensions: _, ...options } = await generateRegistrationOptions({
    rpName: 'Deal Pipeline',
    rpID: relyingPartyId,
    userName: viewer.email,
    userDisplayName: getDisplayName(viewer),
    userID: new TextEncoder().encode(viewer.id),
    challenge: createChallenge({ userId: viewer.id, holderKey: hashKey(sessionId) }),
    excludeCredentials: (await listPasskeys(viewer.id)).map(toCredentialDescriptor),
  });
  return options;
}

export async function addPasskey(
  viewer: Viewer,
  sessionId: string,
  { name, credential, endOthers }: AddPasskey,
): Promise<string[] | undefined> {
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const verified = await resolveOrUndefined(async () =>
    verifyRegistrationResponse({
      response: JSON.parse(credential) as RegistrationResponseJSON,
      expectedChallenge: createChallengeVerifier({
        userId: viewer.id,
        holderKey: hashKey(sessionId),
      }),
      ...expectedOrigins,
    }),
  );
  if (!verified?.verified)
    throw invalid([
      { path: 'name', message: 'The passkey could not be checked. Please try again' },
    ]);
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  const options = { sessionId, endOthers, notice: 'A passkey was added.' };
  return addSecondFactor(viewer, options, async (tx) => {
    if ((await tx.$count(passkeys, eq(passkeys.userId, viewer.id))) >= MAX_PASSKEYS)
      throw conflict(`You can have up to ${MAX_PASSKEYS} passkeys. Remove one first.`);
    await tx.insert(passkeys).values({
      id,
      userId: viewer.id,
      name,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports,
      createdAt: new Date(),
    });
    return { passkeys: [null, name] };
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? conflict('This passkey has already been added.') : error;
  });
}

export async function removePasskey(viewer: Viewer, id: string): Promise<void> {
  await transaction(async (tx) => {
    const [removed] = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.userId, viewer.id), eq(passkeys.id, id)))
      .returning();
    if (!removed) throw notFound('This passkey has already been removed.');
    await deleteUnusedRecoveryCodes(tx, viewer.id);
    await recordSecondFactorChange(tx, viewer, viewer, { passkeys: [removed.name, null] });
  });
  sendSecondFactorNotice(viewer, 'A passkey was removed.');
}
