import { and, asc, desc, eq } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type Decision, decisions, tasks } from '#db/schema';
import { getTransactionId } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { isNotUndone } from '~/domain/deal/undone-decisions.server';
import type { ClosingReason } from '~/domain/stage/close.server';
import type { DecisionInput } from './schema';

interface SentClosing {
  dealId: number;
  stageId: number;
  reason: ClosingReason;
  input: DecisionInput;
  operationId: string | undefined;
  isDeliberate: boolean;
}

/**
 * Returns the operation of a closing that is sent again: by the key of its form, which gives the
 * `operationId`, or because the latest decision says the same. It is deliberate if the sender saw
 * that the deal is closed.
 */
export async function findRepeatedClosing(
  tx: Db,
  viewer: Viewer,
  sent: SentClosing,
): Promise<string | undefined> {
  const { dealId, operationId } = sent;
  const isOfDeal = and(eq(decisions.dealId, dealId), isNotUndone());
  if (operationId) {
    const isOfOperation = and(isOfDeal, eq(decisions.operationId, operationId));
    if (await tx.$count(decisions, isOfOperation)) return operationId;
  }
  if (sent.isDeliberate) return undefined;
  const [latest] = await tx
    .select()
    .from(decisions)
    .where(isOfDeal)
    .orderBy(desc(decisions.id))
    .limit(1);
  if (!latest || !isSameDecision(viewer, latest, sent)) return undefined;
  return (await hasConditions(tx, viewer, latest, sent.input)) ? latest.operationId : undefined;
}

/** Returns the form's operation, or the transaction's if the form has closed the deal before. */
export async function chooseClosingOperation(
  tx: Db,
  { dealId, operationId }: Pick<SentClosing, 'dealId' | 'operationId'>,
): Promise<string> {
  if (!operationId) return getTransactionId();
  const isStored = and(eq(decisions.dealId, dealId), eq(decisions.operationId, operationId));
  return (await tx.$count(decisions, isStored)) ? getTransactionId() : operationId;
}

function isSameDecision(
  viewer: Viewer,
  latest: Decision,
  { stageId, reason, input: { roundId = null, memoId = null } }: SentClosing,
): boolean {
  return (
    latest.decidedById === viewer.id &&
    latest.stageId === stageId &&
    latest.reasonId === reason.reasonId &&
    latest.text === reason.text &&
    latest.lookAgainOn === reason.lookAgainOn &&
    latest.roundId === roundId &&
    latest.memoId === memoId
  );
}

async function hasConditions(
  tx: Db,
  viewer: Viewer,
  { id }: Pick<Decision, 'id'>,
  { conditions = [] }: DecisionInput,
): Promise<boolean> {
  const stored = await tx
    .select({ text: tasks.title, userId: tasks.userId, dueOn: tasks.dueOn })
    .from(tasks)
    .where(eq(tasks.decisionId, id))
    .orderBy(asc(tasks.id));
  const sent = conditions.map(({ text, userId, dueOn = null }) => ({
    text,
    userId: userId ?? viewer.id,
    dueOn,
  }));
  return JSON.stringify(stored) === JSON.stringify(sent);
}
