import { eq } from 'drizzle-orm';
import { Secret } from 'otpauth';
import type { Db } from '#db/client';
import { recoveryCodes } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { hashKey } from '~/domain/key.server';
import { conflict } from '~/errors';
import { hasSecondFactor } from './get.server';
import { recordSecondFactorChange, sendSecondFactorNotice } from './record-change.server';

const RECOVERY_CODE_BYTES = 10;

const RECOVERY_CODE_COUNT = 10;

export async function replaceRecoveryCodes(tx: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () =>
    new Secret({ size: RECOVERY_CODE_BYTES }).base32.toLowerCase(),
  );
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ key: hashKey(code), userId })));
  return codes.map((code) => code.match(/.{4}/g)!.join('-'));
}

export async function renewRecoveryCodes(viewer: Viewer): Promise<string[]> {
  const codes = await transaction(async (tx) => {
    if (!(await hasSecondFactor(viewer.id, tx)))
      throw conflict('Two-step login is off. Set up an app or a passkey first.');
    await recordSecondFactorChange(tx, viewer, viewer, { recoveryCodes: [null, 'new'] });
    return replaceRecoveryCodes(tx, viewer.id);
  });
  sendSecondFactorNotice(viewer, 'New recovery codes were created; the old ones no longer work.');
  return codes;
}

export async function deleteUnusedRecoveryCodes(tx: Db, userId: string): Promise<void> {
  if (!(await hasSecondFactor(userId, tx)))
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}
