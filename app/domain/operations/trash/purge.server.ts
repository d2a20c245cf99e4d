import { eq, lt } from 'drizzle-orm';
import type { Db } from '#db/client';
import { trash } from '#db/schema';
import { transactionUsingReserve } from '#db/transaction';
import { findMergeByTrashEntry, listIdsWithMerged } from '~/domain/deal/merges.server';
import { dealEvent, recordHistory, userEvent } from '~/domain/history/record.server';
import { purgeItemsOfDeals } from '~/domain/inbox/purge.server';
import { parseTrashRows } from './entry.server';
import { isPart } from './parts.server';
import { TRASH_RETENTION_MS } from './retention';

export async function purgeTrash(now: Date): Promise<number> {
  return transactionUsingReserve(async (tx) => {
    const expired = await tx
      .select({ id: trash.id, name: trash.name })
      .from(trash)
      .where(lt(trash.deletedAt, new Date(now.getTime() - TRASH_RETENTION_MS)));
    for (const { id } of expired) await purgeRow(tx, id);
    return expired.filter((row) => !isPart(row)).length;
  });
}

async function purgeRow(tx: Db, id: number): Promise<void> {
  const [entry] = await tx.delete(trash).where(eq(trash.id, id)).returning({ rows: trash.rows });
  const rows = parseTrashRows(entry!.rows);
  // The items of a merged deal belong to the winner from then on.
  if (!(await findMergeByTrashEntry(tx, id))) {
    const dealIds = rows.pipelines.map((deal) => deal.id);
    await purgeItemsOfDeals(tx, await listIdsWithMerged(tx, dealIds));
  }
  await recordHistory(tx, undefined, [
    ...rows.pipelines.map((deal) => dealEvent(deal, 'purged')),
    ...rows.users.map((account) => userEvent(account, 'purged')),
  ]);
}
