import { and, desc, eq, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { db } from '#db/client';
import { decisions, listOptions, memos, rounds, users } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { assertDealReadable } from '~/domain/deal/get.server';
import { isNotUndone } from '~/domain/deal/undone-decisions.server';
import { personColumns } from '~/domain/user/columns.server';
import { notFound } from '~/errors';
import { listConditions } from './conditions.server';
import { isMemoOfDeal, isRoundOfDeal } from './named-records.server';

const MAX_DECISIONS = 500;

export async function listDecisions(viewer: Viewer, dealId: number) {
  await assertDealReadable(viewer, dealId);
  return selectDecisions(eq(decisions.dealId, dealId));
}

export async function getDecision(viewer: Viewer, dealId: number, id: number) {
  await assertDealReadable(viewer, dealId);
  const isThisDecision = and(eq(decisions.dealId, dealId), eq(decisions.id, id));
  const [decision] = await selectDecisions(isThisDecision);
  if (!decision) throw notFound('Decision not found');
  return decision;
}

export type ListedDecision = Awaited<ReturnType<typeof selectDecisions>>[number];

async function selectDecisions(condition: SQL | undefined) {
  const reasons = alias(listOptions, 'reasons');
  const rows = await db
    .select({
      decision: decisions,
      roundId: rounds.id,
      memoId: memos.id,
      stage: listOptions.name,
      reason: reasons.name,
      user: personColumns,
    })
    .from(decisions)
    .innerJoin(listOptions, eq(listOptions.id, decisions.stageId))
    .leftJoin(reasons, eq(reasons.id, decisions.reasonId))
    .leftJoin(users, eq(users.id, decisions.decidedById))
    .leftJoin(rounds, isRoundOfDeal())
    .leftJoin(memos, isMemoOfDeal())
    .where(and(condition, isNotUndone()))
    .orderBy(desc(decisions.id))
    .limit(MAX_DECISIONS);
  const conditions = await listConditions(rows.map(({ decision }) => decision.id));
  return rows.map((row) => ({
    ...row,
    conditions: conditions.filter(({ decisionId }) => decisionId === row.decision.id),
  }));
}
