import { and, eq, gt, isNotNull, isNull, lt, lte } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { db, type Db } from '#db/client';
import { authenticators, recoveryCodes } from '#db/schema';
import { transaction, transactionInReserve } from '#db/transaction';
import { conflict, invalid, unauthorized } from '~/refusal';
import type { Viewer } from '~/models/access';
import { userEntry, writeHistory } from '~/models/history/write.server';
import { hashKey } from '~/models/key.server';
import type { Addressee } from '~/models/mail/mail.server';
import { type ConfirmApp, DIGITS, plainCode } from './schema';
import { addFactor, getSecondFactor, notify } from './state.server';

/** Codes of an authenticator app (TOTP, RFC 6238). */

/** In seconds. */
const PERIOD = 30;
/** Typing two codes in a row takes until the second is shown, and then some time. */
const PAIR_WINDOW = 4;
const SECRET_BYTES = 20;
/** How long a secret that was shown waits for its first code, in ms. */
const SETUP_TIME = 60 * 60 * 1000;

function totpOf(secret: string, email = ''): TOTP {
  const settings = { algorithm: 'SHA1', digits: DIGITS, period: PERIOD } as const;
  return new TOTP({
    issuer: 'Deal Pipeline',
    label: email,
    secret: Secret.fromBase32(secret),
    ...settings,
  });
}

/** The time step of a code, which may be `window` steps early or late; undefined if it is wrong. */
export function stepOf(
  secret: string,
  code: string,
  now = Date.now(),
  window = 1,
): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window });
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD) + delta;
}

export function codeAt(secret: string, now = Date.now()): string {
  return totpOf(secret).generate({ timestamp: now });
}

/** A new secret, which counts once a code confirms it in this session. Throws 409 if an app is set up. */
export async function startApp(viewer: Viewer, sessionId: string): Promise<void> {
  const { base32: secret } = new Secret({ size: SECRET_BYTES });
  await transaction(async (tx) => {
    if ((await getSecondFactor(viewer.id, tx)).hasApp)
      throw conflict('An authenticator app is already set up. Switch it off first.');
    await tx.delete(authenticators).where(eq(authenticators.userId, viewer.id));
    await tx.insert(authenticators).values({
      userId: viewer.id,
      session: hashKey(sessionId),
      secret,
      createdAt: new Date(),
    });
  });
}

/** The secret that waits for its first code in this session, with the address for the QR code. */
export async function findPendingApp(
  viewer: Viewer,
  sessionId: string,
): Promise<{ secret: string; uri: string } | undefined> {
  const [row] = await db
    .select({ secret: authenticators.secret })
    .from(authenticators)
    .where(isPending(viewer.id, sessionId));
  return row && { secret: row.secret, uri: totpOf(row.secret, viewer.email).toString() };
}

function isPending(userId: string, sessionId: string) {
  return and(
    eq(authenticators.userId, userId),
    eq(authenticators.session, hashKey(sessionId)),
    isNull(authenticators.confirmedAt),
    gt(authenticators.createdAt, new Date(Date.now() - SETUP_TIME)),
    lte(authenticators.createdAt, new Date()),
  );
}

/**
 * Confirms the app by its first code. Where it turns the two-step login on, returns recovery codes
 * and, with `endOthers`, ends the viewer's other sessions. Throws 400 for a wrong code, 409 if no
 * secret waits in this session.
 */
export async function confirmApp(
  viewer: Viewer,
  sessionId: string,
  { code, endOthers }: ConfirmApp,
): Promise<string[] | undefined> {
  const options = { sessionId, endOthers, notice: 'An authenticator app was added.' };
  return addFactor(viewer, options, async (tx) => {
    const [row] = await tx.select().from(authenticators).where(isPending(viewer.id, sessionId));
    if (!row) throw conflict('This took too long. Please set up the app again.');
    const step = stepOf(row.secret, plainCode(code));
    if (step === undefined)
      throw invalid([{ path: 'code', message: 'This is not the code that the app shows now' }]);
    await tx
      .update(authenticators)
      .set({ confirmedAt: new Date(), lastStep: step, session: null })
      .where(eq(authenticators.userId, viewer.id));
    return { authenticator: [null, 'on'] };
  });
}

/**
 * Accepts a code of the app, two of them in a row, or a recovery code; each counts once. Throws 401.
 */
export async function acceptCode(user: Addressee & { id: string }, typed: string): Promise<void> {
  const code = plainCode(typed);
  const isRecovery = await transactionInReserve(async (tx) => {
    if (await isNextCode(tx, user.id, code)) return false;
    const [used] = await tx
      .delete(recoveryCodes)
      .where(and(eq(recoveryCodes.userId, user.id), eq(recoveryCodes.key, hashKey(code))))
      .returning();
    if (!used) throw unauthorized('This code is not valid. Each code works once.');
    await writeHistory(tx, user, [
      userEntry(user, 'changed', { recoveryCodes: [null, 'one used'] }),
    ]);
    return true;
  });
  if (isRecovery) notify(user, 'A recovery code was used.');
}

/** The step of one code, or of the second of two in a row; undefined if it is wrong. */
function lastStepOf(secret: string, code: string): number | undefined {
  if (code.length !== 2 * DIGITS) return stepOf(secret, code);
  const first = stepOf(secret, code.slice(0, DIGITS), Date.now(), PAIR_WINDOW);
  if (first === undefined) return undefined;
  const isRow = codeAt(secret, (first + 1) * PERIOD * 1000) === code.slice(DIGITS);
  return isRow ? first + 1 : undefined;
}

async function isNextCode(tx: Db, userId: string, code: string): Promise<boolean> {
  const [app] = await tx
    .select()
    .from(authenticators)
    .where(and(eq(authenticators.userId, userId), isNotNull(authenticators.confirmedAt)));
  const step = app && lastStepOf(app.secret, code);
  if (step === undefined) return false;
  const accepted = await tx
    .update(authenticators)
    .set({ lastStep: step })
    .where(and(eq(authenticators.userId, userId), lt(authenticators.lastStep, step)))
    .returning({ lastStep: authenticators.lastStep });
  return accepted.length > 0;
}
