import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '#db/client';
import { attachments, type Deal, notes, shares } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { getDealForUpdate } from '~/domain/deal/get.server';
import { dealEvent, recordHistory } from '~/domain/history/record.server';
import { generateKey, hashKey } from '~/domain/key.server';
import { appUrl } from '~/env.server';
import { badRequest, invalid } from '~/errors';
import { endShares } from './end.server';
import { assertCanShareDeal, countShares, type ListedShare } from './list.server';
import { getDefaultEndDay, MAX_ACTIVE_SHARES_PER_DEAL, type ShareInput } from './schema';

/**
 * Creates a share. The URL is returned once and never stored. Throws 400 for items of other deals,
 * and beyond 100 shares.
 */
export async function createShare(
  viewer: Viewer,
  dealId: number,
  { until = getDefaultEndDay(), ...input }: ShareInput,
  { submission }: { submission?: string } = {},
): Promise<{ share: ListedShare; url: string }> {
  const key = generateKey();
  const fileIds = [...new Set(input.files)];
  const noteIds = [...new Set(input.notes)];
  const row = {
    ...input,
    files: fileIds,
    notes: noteIds,
    until,
    dealId,
    key: hashKey(key),
    submission,
  };
  return transaction(async (tx) => {
    const deal = assertCanShareDeal(viewer, await getDealForUpdate(tx, viewer, dealId));
    await assertItemsBelongToDeal(tx, dealId, row);
    if (submission) await endSentShare(tx, viewer, deal, submission);
    if ((await countShares([dealId], tx)) >= MAX_ACTIVE_SHARES_PER_DEAL)
      throw badRequest(
        `A deal can have at most ${MAX_ACTIVE_SHARES_PER_DEAL} shared pages at a time.`,
      );
    const [added] = await tx
      .insert(shares)
      .values({ ...row, userId: viewer.id, createdAt: new Date() })
      .returning();
    await recordHistory(tx, viewer, [dealEvent(deal, 'changed', { shared: [null, until] })]);
    return { share: { ...added!, openings: [] }, url: `${appUrl}/share/${key}` };
  });
}

/** Ends the page of a form that is sent twice: only the second response, with its URL, is shown. */
async function endSentShare(
  tx: Db,
  viewer: Viewer,
  deal: Pick<Deal, 'id' | 'companyName'>,
  submission: string,
): Promise<void> {
  const isSent = and(eq(shares.userId, viewer.id), eq(shares.submission, submission));
  const fields = (await endShares(tx, isSent)).get(deal.id);
  if (fields) await recordHistory(tx, viewer, [dealEvent(deal, 'changed', fields)]);
}

async function assertItemsBelongToDeal(
  tx: Db,
  dealId: number,
  sent: Pick<ShareInput, 'files' | 'notes'>,
) {
  for (const [path, table] of Object.entries({ files: attachments, notes } as const)) {
    const ids = sent[path as 'files' | 'notes'];
    const isOwn = and(inArray(table.id, ids), eq(table.dealId, dealId));
    const message = `Please choose ${path} of this deal`;
    if ((await tx.$count(table, isOwn)) < ids.length) throw invalid([{ path, message }]);
  }
}
