import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { and, eq } from 'drizzle-orm';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { db } from '#db/client';
import { isUniqueViolation } from '#db/errors';
import { passkeys } from '#db/schema';
import { transaction, transactionInReserve } from '#db/transaction';
import { appUrl, sessionSecrets } from '~/env.server';
import { conflict, invalid, notFound, unauthorized } from '~/refusal';
import type { Viewer } from '~/models/access';
import { hashKey, newKey } from '~/models/key.server';
import { displayName } from '~/models/text';
import { type AddPasskey, MOST_PASSKEYS } from './schema';
import { addFactor, forgetCodesWithoutFactor, notify, recordChange } from './state.server';

/** Passkeys (WebAuthn). The library is loaded on demand: few requests need it. */

const { hostname, origin, protocol } = new URL(appUrl);
/** Browsers make passkeys for names, not for IP addresses, and on https or localhost. */
export const offersPasskeys =
  !isIP(hostname) &&
  !hostname.startsWith('[') &&
  (protocol === 'https:' || hostname === 'localhost');
const expected = { expectedOrigin: origin, expectedRPID: hostname, requireUserVerification: false };
const load = () => import('@simplewebauthn/server');

/** How long a browser may take to answer, in seconds. */
const CHALLENGE_TIME = 60 * 60;
const answered = new RateLimiterMemory({ points: 1, duration: CHALLENGE_TIME });

/** The user who is asked, in one session or one login. `holder` is the key of its row. */
export interface Claimant {
  userId: string;
  holder: string;
}

function signatures({ userId, holder }: Claimant, text: string): string[] {
  return sessionSecrets().map((secret) =>
    createHmac('sha256', secret).update(`passkey ${holder} ${userId} ${text}`).digest('base64url'),
  );
}

/** A random challenge that only this session or login can answer, without storing it. */
function newChallenge(claimant: Claimant): Uint8Array<ArrayBuffer> {
  const text = `${Date.now() + CHALLENGE_TIME * 1000} ${newKey()}`;
  return new TextEncoder().encode(`${text} ${signatures(claimant, text)[0]}`);
}

/** For the library: true for a challenge of ours, the first time that it is answered. */
function isOurs(claimant: Claimant) {
  return async (challenge: string): Promise<boolean> => {
    const [expires = '', key, signature = ''] = Buffer.from(challenge, 'base64url')
      .toString()
      .split(' ');
    if (!signatures(claimant, `${expires} ${key}`).includes(signature)) return false;
    const left = Number(expires) - Date.now();
    if (left < 0 || left > CHALLENGE_TIME * 1000) return false;
    return answered.consume(hashKey(challenge)).then(
      () => true,
      () => false,
    );
  };
}

async function listPasskeys(userId: string) {
  return db.select().from(passkeys).where(eq(passkeys.userId, userId));
}

export async function creationOptions(viewer: Viewer, sessionId: string) {
  const { generateRegistrationOptions } = await load();
  const { extensions: _, ...options } = await generateRegistrationOptions({
    rpName: 'Deal Pipeline',
    rpID: hostname,
    userName: viewer.email,
    userDisplayName: displayName(viewer),
    userID: new TextEncoder().encode(viewer.id),
    challenge: newChallenge({ userId: viewer.id, holder: hashKey(sessionId) }),
    excludeCredentials: (await listPasskeys(viewer.id)).map(descriptor),
  });
  return options;
}

/** What the browser needs to answer with one of the user's passkeys; undefined without any. */
export async function requestOptions(claimant: Claimant) {
  const own = offersPasskeys ? await listPasskeys(claimant.userId) : [];
  if (!own.length) return undefined;
  const { generateAuthenticationOptions } = await load();
  const { extensions: _, ...options } = await generateAuthenticationOptions({
    rpID: hostname,
    challenge: newChallenge(claimant),
    allowCredentials: own.map(descriptor),
  });
  return options;
}

function descriptor({ id, transports }: typeof passkeys.$inferSelect) {
  return { id, transports };
}

/** The value, or undefined where the library or JSON refuses what the browser sent. */
async function checked<T>(work: () => Promise<T>): Promise<T | undefined> {
  return work().catch(() => undefined);
}

/**
 * Stores a passkey. Where it turns the two-step login on, returns recovery codes and, with
 * `endOthers`, ends the viewer's other sessions. Throws 400 if the browser's answer is not valid in
 * this session, 409 for the eleventh.
 */
export async function addPasskey(
  viewer: Viewer,
  sessionId: string,
  { name, credential, endOthers }: AddPasskey,
): Promise<string[] | undefined> {
  const { verifyRegistrationResponse } = await load();
  const verified = await checked(async () =>
    verifyRegistrationResponse({
      response: JSON.parse(credential) as RegistrationResponseJSON,
      expectedChallenge: isOurs({ userId: viewer.id, holder: hashKey(sessionId) }),
      ...expected,
    }),
  );
  if (!verified?.verified)
    throw invalid([
      { path: 'name', message: 'The passkey could not be checked. Please try again' },
    ]);
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  const options = { sessionId, endOthers, notice: 'A passkey was added.' };
  return addFactor(viewer, options, async (tx) => {
    if ((await tx.$count(passkeys, eq(passkeys.userId, viewer.id))) >= MOST_PASSKEYS)
      throw conflict(`You can have up to ${MOST_PASSKEYS} passkeys. Remove one first.`);
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

/** Throws 404. */
export async function removePasskey(viewer: Viewer, id: string): Promise<void> {
  await transaction(async (tx) => {
    const [removed] = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.userId, viewer.id), eq(passkeys.id, id)))
      .returning();
    if (!removed) throw notFound('This passkey has already been removed.');
    await forgetCodesWithoutFactor(tx, viewer.id);
    await recordChange(tx, viewer, viewer, { passkeys: [removed.name, null] });
  });
  notify(viewer, 'A passkey was removed.');
}

/** Accepts the answer of one of the user's passkeys. Throws 401. */
export async function acceptPasskey(claimant: Claimant, credential: string): Promise<void> {
  const own = await listPasskeys(claimant.userId);
  const { verifyAuthenticationResponse } = await load();
  const verified = await checked(async () => {
    const response = JSON.parse(credential) as AuthenticationResponseJSON;
    const known = own.find(({ id }) => id === response.id)!;
    return verifyAuthenticationResponse({
      response,
      expectedChallenge: isOurs(claimant),
      credential: {
        ...known,
        publicKey: new Uint8Array(Buffer.from(known.publicKey, 'base64url')),
      },
      ...expected,
    });
  });
  if (!verified?.verified)
    throw unauthorized('The passkey was not accepted. Try again, or use a code.');
  const { credentialID, newCounter } = verified.authenticationInfo;
  await transactionInReserve(async (tx) =>
    tx
      .update(passkeys)
      .set({ counter: newCounter, lastUsedAt: new Date() })
      .where(eq(passkeys.id, credentialID)),
  );
}
