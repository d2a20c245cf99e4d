import { and, eq } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { deals, users } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { validateCustomFieldValues } from '~/domain/custom-field/validate.server';
import { requireClosingReason } from '~/domain/stage/close.server';
import { unauthorized } from '~/errors';
import { insertDeals } from './insert.server';
import type { DealInput } from './schema';

interface CreateOptions {
  submission?: string;
  scoreReason?: string | null;
  closingReason?: string | null;
}

/**
 * Creates a deal owned by the viewer and returns its id. A repeated `submission` returns the deal
 * that it created before. Throws 401 if the viewer was deleted, and 400 for invalid custom fields, an unknown stage or reason, or a missing reason.
 */
export async function createDeal(
  viewer: Viewer,
  input: DealInput,
  { submission, scoreReason, closingReason: reason }: CreateOptions = {},
): Promise<number> {
  return transaction(async (tx) => {
    if (!(await tx.$count(users, eq(users.id, viewer.id)))) throw unauthorized();
    const existing = await findDealBySubmission(viewer, submission, tx);
    if (existing) return existing.id;
    const fields = await validateCustomFieldValues(tx, input.fields);
    const closingReason = await requireClosingReason(tx, { reason });
    const deal = { input: { ...input, fields }, submission, scoreReason, closingReason };
    const [id] = await insertDeals(tx, viewer, [{ ...deal, userId: viewer.id }]);
    return id!;
  });
}

export async function findDealBySubmission(
  viewer: Viewer,
  submission: string | undefined,
  tx: Db = db,
) {
  if (!submission) return undefined;
  const [existing] = await tx
    .select({ id: deals.id, fields: deals.fields })
    .from(deals)
    .where(and(eq(deals.submission, submission), eq(deals.userId, viewer.id)));
  return existing;
}
