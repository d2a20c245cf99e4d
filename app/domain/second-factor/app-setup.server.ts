import { and, eq, gt, isNull, lte } from 'drizzle-orm';
import { Secret } from 'otpauth';
import { db } from '#db/client';
import { authenticators } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { hashKey } from '~/domain/key.server';
import { conflict, invalid } from '~/errors';
import { addSecondFactor } from './add.server';
import { createTotp, findTimeStep } from './code.server';
import { normalizeCode } from './code-input';
import { getSecondFactor } from './get.server';
import type { ConfirmApp } from './schema';

const SECRET_BYTES = 20;

const SETUP_TTL_MS = 60 * 60 * 1000;

export async function startAppSetup(viewer: Viewer, sessionId: string): Promise<void> {
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

export async function findPendingAppSetup(
  viewer: Viewer,
  sessionId: string,
): Promise<{ secret: string; uri: string } | undefined> {
  const [row] = await db
    .select({ secret: authenticators.secret })
    .from(authenticators)
    .where(isPendingSetup(viewer.id, sessionId));
  return row && { secret: row.secret, uri: createTotp(row.secret, viewer.email).toString() };
}

function isPendingSetup(userId: string, sessionId: string) {
  return and(
    eq(authenticators.userId, userId),
    eq(authenticators.session, hashKey(sessionId)),
    isNull(authenticators.confirmedAt),
    gt(authenticators.createdAt, new Date(Date.now() - SETUP_TTL_MS)),
    lte(authenticators.createdAt, new Date()),
  );
}

export async function confirmAppSetup(
  viewer: Viewer,
  sessionId: string,
  { code, endOthers }: ConfirmApp,
): Promise<string[] | undefined> {
  const options = { sessionId, endOthers, notice: 'An authenticator app was added.' };
  return addSecondFactor(viewer, options, async (tx) => {
    const [row] = await tx
      .select()
      .from(authenticators)
      .where(isPendingSetup(viewer.id, sessionId));
    if (!row) throw conflict('This took too long. Please set up the app again.');
    const step = findTimeStep(row.secret, normalizeCode(code));
    if (step === undefined)
      throw invalid([{ path: 'code', message: 'This is not the code that the app shows now' }]);
    await tx
      .update(authenticators)
      .set({ confirmedAt: new Date(), lastStep: step, session: null })
      .where(eq(authenticators.userId, viewer.id));
    return { authenticator: [null, 'on'] };
  });
}
