import { and, eq, isNotNull, lt } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Db } from '#db/client';
import { authenticators, recoveryCodes } from '#db/schema';
import { transactionUsingReserve } from '#db/transaction';
import { recordHistory, userEvent } from '~/domain/history/record.server';
import { hashKey } from '~/domain/key.server';
import type { MailRecipient } from '~/domain/mail/compose.server';
import { unauthorized } from '~/errors';
import { CODE_DIGITS, normalizeCode } from './code-input';
import { sendSecondFactorNotice } from './record-change.server';

/** Codes of an authenticator app follow TOTP (RFC 6238). */

const PERIOD_SECONDS = 30;

/** Allows for the time that typing two consecutive codes takes. */
const PAIR_WINDOW_STEPS = 4;

export function createTotp(secret: string, email = ''): TOTP {
  const settings = { algorithm: 'SHA1', digits: CODE_DIGITS, period: PERIOD_SECONDS } as const;
  return new TOTP({
    issuer: 'Deal Pipeline',
    label: email,
    secret: Secret.fromBase32(secret),
    ...settings,
  });
}

/** Returns the time step of a code, up to `window` steps early or late; undefined if it is wrong. */
export function findTimeStep(
  secret: string,
  code: string,
  now = Date.now(),
  window = 1,
): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = createTotp(secret).validate({ token: code, timestamp: now, window });
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
}

export function generateCode(secret: string, now = Date.now()): string {
  return createTotp(secret).generate({ timestamp: now });
}

/** Accepts an app code, two consecutive ones, or a recovery code, each once. Throws 401. */
export async function verifyCode(
  user: MailRecipient & { id: string },
  input: string,
): Promise<void> {
  const code = normalizeCode(input);
  const isRecovery = await transactionUsingReserve(async (tx) => {
    if (await consumeAppCode(tx, user.id, code)) return false;
    const [used] = await tx
      .delete(recoveryCodes)
      .where(and(eq(recoveryCodes.userId, user.id), eq(recoveryCodes.key, hashKey(code))))
      .returning();
    if (!used) throw unauthorized('This code is not valid. Each code works once.');
    await recordHistory(tx, user, [
      userEvent(user, 'changed', { recoveryCodes: [null, 'one used'] }),
    ]);
    return true;
  });
  if (isRecovery) sendSecondFactorNotice(user, 'A recovery code was used.');
}

function findLastTimeStep(secret: string, code: string): number | undefined {
  if (code.length !== 2 * CODE_DIGITS) return findTimeStep(secret, code);
  const first = findTimeStep(secret, code.slice(0, CODE_DIGITS), Date.now(), PAIR_WINDOW_STEPS);
  if (first === undefined) return undefined;
  const isRow =
    generateCode(secret, (first + 1) * PERIOD_SECONDS * 1000) === code.slice(CODE_DIGITS);
  return isRow ? first + 1 : undefined;
}

async function consumeAppCode(tx: Db, userId: string, code: string): Promise<boolean> {
  const [app] = await tx
    .select()
    .from(authenticators)
    .where(and(eq(authenticators.userId, userId), isNotNull(authenticators.confirmedAt)));
  const step = app && findLastTimeStep(app.secret, code);
  if (step === undefined) return false;
  const accepted = await tx
    .update(authenticators)
    .set({ lastStep: step })
    .where(and(eq(authenticators.userId, userId), lt(authenticators.lastStep, step)))
    .returning({ lastStep: authenticators.lastStep });
  return accepted.length > 0;
}
