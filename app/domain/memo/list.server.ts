import { and, desc, eq, getTableColumns, type SQL } from 'drizzle-orm';
import { db } from '#db/client';
import { type Memo, memos, rounds, users } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { assertDealReadable } from '~/domain/deal/get.server';
import { getDisplayName } from '~/domain/person/names';
import { personColumns } from '~/domain/user/columns.server';
import { notFound } from '~/errors';
import { MAX_MEMOS_PER_DEAL } from './limits';

const { html: _, ...listedColumns } = getTableColumns(memos);

export type ListedMemo = Awaited<ReturnType<typeof selectMemos>>[number];

export async function listMemos(viewer: Viewer, dealId: number): Promise<ListedMemo[]> {
  await assertDealReadable(viewer, dealId);
  return selectMemos(eq(memos.dealId, dealId));
}

export async function getMemo(viewer: Viewer, dealId: number, id: number): Promise<ListedMemo> {
  await assertDealReadable(viewer, dealId);
  const [memo] = await selectMemos(and(eq(memos.dealId, dealId), eq(memos.id, id)));
  if (!memo) throw notFound('Memo not found');
  return memo;
}

export async function getMemoDocument(
  viewer: Viewer,
  dealId: number,
  id: number,
): Promise<Pick<Memo, 'html' | 'sha256'>> {
  await assertDealReadable(viewer, dealId);
  const [memo] = await db
    .select({ html: memos.html, sha256: memos.sha256 })
    .from(memos)
    .where(and(eq(memos.dealId, dealId), eq(memos.id, id)));
  if (!memo) throw notFound('Memo not found');
  return memo;
}

export function getMemoAuthorName({ memo, user }: ListedMemo): string {
  return user ? getDisplayName(user) : memo.createdByName;
}

async function selectMemos(condition: SQL | undefined) {
  return (
    db
      .select({ memo: listedColumns, roundId: rounds.id, user: personColumns })
      .from(memos)
      .leftJoin(users, eq(users.id, memos.createdById))
      // A split may have taken the round to another deal.
      .leftJoin(rounds, and(eq(rounds.id, memos.roundId), eq(rounds.dealId, memos.dealId)))
      .where(condition)
      .orderBy(desc(memos.id))
      .limit(MAX_MEMOS_PER_DEAL)
  );
}
