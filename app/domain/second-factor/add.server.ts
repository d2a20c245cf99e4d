import type { Db } from '#db/client';
import type { FieldChanges } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { deleteOtherSessions } from '~/domain/session/end.server';
import { hasSecondFactor } from './get.server';
import { recordSecondFactorChange, sendSecondFactorNotice } from './record-change.server';
import { replaceRecoveryCodes } from './recovery-codes.server';

export async function addSecondFactor(
  viewer: Viewer,
  { sessionId, endOthers, notice }: { sessionId: string; endOthers: boolean; notice: string },
  insertFactor: (tx: Db) => Promise<FieldChanges>,
): Promise<string[] | undefined> {
  const codes = await transaction(async (tx) => {
    const isFirst = !(await hasSecondFactor(viewer.id, tx));
    await recordSecondFactorChange(tx, viewer, viewer, await insertFactor(tx));
    if (isFirst && endOthers) await deleteOtherSessions(tx, viewer.id, sessionId);
    return isFirst ? replaceRecoveryCodes(tx, viewer.id) : undefined;
  });
  sendSecondFactorNotice(viewer, notice);
  return codes;
}
