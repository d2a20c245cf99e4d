import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client';
import { memos } from '#db/schema';
import { getTransactionId, transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { getDealForUpdate } from '~/domain/deal/get.server';
import { spendHistoryBytes } from '~/domain/history/budget.server';
import { dealEvent, recordHistory } from '~/domain/history/record.server';
import { badRequest } from '~/errors';
import { composeMemo, type MemoContent } from './compose.server';
import { MAX_DEAL_MEMO_BYTES, MAX_MEMO_BYTES, MAX_MEMOS_PER_DEAL } from './limits';
import type { MemoInput } from './schema';

interface FreezeOptions {
  /** Makes the document. */
  render: (content: MemoContent) => Promise<string>;
  /** Key of the form: sent twice, it freezes one memo. */
  submission?: string;
}

/**
 * Stores a memo as it is now and for ever, and returns its id. Throws as `composeMemo` does, 400
 * beyond the limits, and 429 above the daily budget, as a short request may store 2 MB.
 */
export async function freezeMemo(
  viewer: Viewer,
  dealId: number,
  input: MemoInput,
  { render, submission }: FreezeOptions,
): Promise<number> {
  const content = await composeMemo(viewer, dealId, input);
  const bytes = Buffer.from(await render(content));
  assertMemoSize(bytes.byteLength);
  return transaction(async (tx) => {
    const deal = await getDealForUpdate(tx, viewer, dealId);
    const sent = await findSentMemo(tx, viewer, submission);
    if (sent && sent.html === (await render({ ...content, createdAt: sent.createdAt })))
      return sent.id;
    if ((await tx.$count(memos, eq(memos.dealId, dealId))) >= MAX_MEMOS_PER_DEAL)
      throw badRequest(`A deal can have at most ${MAX_MEMOS_PER_DEAL} memos.`);
    await assertRoom(tx, dealId, bytes.byteLength);
    spendHistoryBytes(viewer.id, getTransactionId(), bytes.byteLength);
    const [frozen] = await tx
      .insert(memos)
      .values({
        dealId,
        roundId: input.roundId,
        title: input.title,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        // Unpaired surrogates become what the hashed bytes have.
        html: bytes.toString(),
        createdAt: content.createdAt,
        createdById: viewer.id,
        createdByName: content.author,
        // Other contents come from a page that the browser restored, not from a form sent twice.
        submission: sent ? undefined : submission,
      })
      .returning({ id: memos.id });
    await recordHistory(tx, viewer, [dealEvent(deal, 'changed', { memo: [null, input.title] })]);
    return frozen!.id;
  });
}

async function findSentMemo(tx: Db, viewer: Viewer, submission: string | undefined) {
  if (!submission) return undefined;
  const isSent = and(eq(memos.createdById, viewer.id), eq(memos.submission, submission));
  const [sent] = await tx.select().from(memos).where(isSent);
  return sent;
}

async function assertRoom(tx: Db, dealId: number, bytes: number): Promise<void> {
  const stored = sql<number>`coalesce(sum(octet_length(${memos.html})), 0)`;
  const [row] = await tx.select({ stored }).from(memos).where(eq(memos.dealId, dealId));
  if (row!.stored + bytes <= MAX_DEAL_MEMO_BYTES) return;
  throw badRequest(
    `A deal can have at most ${MAX_DEAL_MEMO_BYTES / 1_000_000} MB of memos. Please choose fewer notes.`,
  );
}

export function assertMemoSize(bytes: number): void {
  if (bytes <= MAX_MEMO_BYTES) return;
  const megabytes = (bytes / 1_000_000).toFixed(1);
  throw badRequest(
    `This memo would have ${megabytes} MB, and at most ${MAX_MEMO_BYTES / 1_000_000} MB can be stored. Please choose fewer notes.`,
  );
}
