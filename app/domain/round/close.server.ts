import { eq } from 'drizzle-orm';
import { rounds } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { getManagedDealForUpdate } from '~/domain/deal/get.server';
import { recordHistory, roundEvent } from '~/domain/history/record.server';
import { conflict } from '~/errors';
import { getRound } from './get.server';
import { CANNOT_MANAGE_ROUNDS } from './open.server';

export async function closeRound(viewer: Viewer, dealId: number, id: number): Promise<void> {
  await transaction(async (tx) => {
    const deal = await getManagedDealForUpdate(tx, viewer, dealId, CANNOT_MANAGE_ROUNDS);
    const { isOpen } = await getRound(viewer, dealId, id, tx);
    if (!isOpen) throw conflict('This round is already closed.');
    await tx.update(rounds).set({ closedAt: new Date() }).where(eq(rounds.id, id));
    await recordHistory(tx, viewer, [
      roundEvent(deal, 'changed', { roundState: ['open', 'closed'] }),
    ]);
  });
}
