import { and, eq, gt, isNotNull, isNull, lt, lte } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { db, type Db } from '#db/client';
import { authenticators, recoveryCodes } from '#db/schema';
import { transaction } from '#db/transaction';
import { conflict, invalid, unauthorized } from '~/refusal';
import type { Viewer } from '~/models/access';
import { userEntry, writeHistory } from '~/models/history/write.server';
import { hashKey } from '~/models/key.server';
import { deleteOtherSessions } from '~/models/user/session.server';
import type { ConfirmApp } from './schema';
import { notify, recordChange } from './state.server';
import { getSecondFactor, hasSecondFactor } from './has.server';
import { DIGITS, plainCode } from './code';

/** Codes of an authenticator app (TOTP, RFC 6238) and recovery codes. */

const PERIOD = 30;

/** Typing two codes in a row takes until the second is shown, and then some time. */
const PAIR_WINDOW = 4;
const SECRET_BYTES = 20;
const RECOVERY_BYTES = 10;
const RECOVERY_CODES = 10;
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
  const codes = await transaction(async (tx) => {
    const [row] = await tx.select().from(authenticators).where(isPending(viewer.id, sessionId));
    if (!row) throw conflict('This took too long. Please set up the app again.');
    const step = stepOf(row.secret, plainCode(code));
    if (step === undefined)
      throw invalid([{ path: 'code', message: 'This is not the code that the app shows now' }]);
    const isFirst = !(await hasSecondFactor(viewer.id, tx));
    await tx
      .update(authenticators)
      .set({ confirmedAt: new Date(), lastStep: step, session: null })
      .where(eq(authenticators.userId, viewer.id));
    await recordChange(tx, viewer, viewer, { authenticator: [null, 'on'] });
    if (isFirst && endOthers) await deleteOtherSessions(tx, viewer.id, sessionId);
    return isFirst ? storeCodes(tx, viewer.id) : undefined;
  });
  await notify(viewer.id, 'An authenticator app was added.');
  return codes;
}

/** Ten new recovery codes in place of the former. Only their hashes are stored. */
export async function storeCodes(tx: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    new Secret({ size: RECOVERY_BYTES }).base32.toLowerCase(),
  );
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ key: hashKey(code), userId })));
  return codes.map((code) => code.match(/.{4}/g)!.join('-'));
}

/** Throws 409 without a second factor. */
export async function renewCodes(viewer: Viewer): Promise<string[]> {
  const codes = await transaction(async (tx) => {
    if (!(await hasSecondFactor(viewer.id, tx)))
      throw conflict('Two-step login is off. Set up an app or a passkey first.');
    await recordChange(tx, viewer, viewer, { recoveryCodes: [null, 'new'] });
    return storeCodes(tx, viewer.id);
  });
  await notify(viewer.id, 'New recovery codes were created; the old ones no longer work.');
  return codes;
}

/**
 * Accepts a code of the app, two of them in a row, or a recovery code; each counts once. Throws 401.
 */
export async function acceptCode(
  user: { id: string; email: string },
  typed: string,
): Promise<void> {
  const code = plainCode(typed);
  const isRecovery = await transaction(async (tx) => {
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
  if (isRecovery) await notify(user.id, 'A recovery code was used.');
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
