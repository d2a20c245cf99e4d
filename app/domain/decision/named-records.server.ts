import { and, eq } from 'drizzle-orm';
import { decisions, memos, rounds } from '#db/schema';

/** Joins of a decision with what it names, which a split may have taken to another deal. */

export function isRoundOfDeal() {
  return and(eq(rounds.id, decisions.roundId), eq(rounds.dealId, decisions.dealId));
}

export function isMemoOfDeal() {
  return and(eq(memos.id, decisions.memoId), eq(memos.dealId, decisions.dealId));
}
