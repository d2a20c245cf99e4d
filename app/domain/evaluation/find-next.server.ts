import { and, desc, eq, gte, lt, lte, ne, notExists, or, type SQL } from 'drizzle-orm';
import { db } from '#db/client';
import { type Deal, deals, evaluations } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { visibleTo } from '~/domain/visibility.server';

const MAX_SEARCHED_DEALS = 1_000;

/**
 * Returns the next visible deal without an evaluation: older ones first, then from the newest (rule
 * 7.20). Undefined if the nearest thousand each way are evaluated.
 */
export async function findNextToEvaluate(
  viewer: Viewer,
  { id, createdAt }: Pick<Deal, 'id' | 'createdAt'>,
): Promise<{ id: number; companyName: string } | undefined> {
  const older = and(
    lte(deals.createdAt, createdAt),
    or(lt(deals.createdAt, createdAt), lt(deals.id, id)),
  );
  const newer = and(gte(deals.createdAt, createdAt), ne(deals.id, id));
  return (await findNewestUnevaluated(viewer, older)) ?? findNewestUnevaluated(viewer, newer);
}

async function findNewestUnevaluated(viewer: Viewer, where: SQL | undefined) {
  const near = db
    .select({ id: deals.id, companyName: deals.companyName })
    .from(deals)
    .where(and(visibleTo(viewer), where))
    .orderBy(desc(deals.createdAt), desc(deals.id))
    .limit(MAX_SEARCHED_DEALS)
    .as('near');
  const evaluated = db
    .select({ id: evaluations.dealId })
    .from(evaluations)
    .where(eq(evaluations.dealId, near.id));
  const [deal] = await db.select().from(near).where(notExists(evaluated)).limit(1);
  return deal;
}
