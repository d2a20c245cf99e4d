import { and, eq } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type Deal, decisions, memos, rounds, tasks } from '#db/schema';
import { getTransactionId } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { listUsersWhoSeeDeal } from '~/domain/collaborator/access.server';
import { assertRecordLimit, insertDealRecord } from '~/domain/deal/record.server';
import type { Operation } from '~/domain/history/record.server';
import { getAssignee } from '~/domain/task/assignee';
import { TASK_RECORDS } from '~/domain/task/list.server';
import { EMPTY_TASK } from '~/domain/task/schema';
import { invalid } from '~/errors';
import type { ConditionInput, DecisionInput } from './schema';

type Basis = Pick<DecisionInput, 'roundId' | 'memoId' | 'conditions'> &
  Pick<Operation, 'operationId'>;

export async function attachToDecision(
  tx: Db,
  viewer: Viewer,
  deal: Pick<Deal, 'id' | 'companyName'>,
  { roundId = null, memoId = null, conditions = [], operationId = getTransactionId() }: Basis,
): Promise<number> {
  const isDecision = and(eq(decisions.dealId, deal.id), eq(decisions.operationId, operationId));
  await assertBasisBelongsToDeal(tx, deal.id, { roundId, memoId });
  const [decided] = await tx
    .update(decisions)
    .set({ roundId, memoId })
    .where(isDecision)
    .returning({ id: decisions.id });
  await addConditions(tx, viewer, deal, {
    decisionId: decided!.id,
    conditions,
    operationId,
  });
  return decided!.id;
}

async function assertBasisBelongsToDeal(
  tx: Db,
  dealId: number,
  { roundId, memoId }: { roundId: number | null; memoId: number | null },
): Promise<void> {
  const isRound = roundId !== null && and(eq(rounds.id, roundId), eq(rounds.dealId, dealId));
  if (isRound && !(await tx.$count(rounds, isRound)))
    throw invalid([{ path: 'roundId', message: 'Please choose a round of this deal' }]);
  const isMemo = memoId !== null && and(eq(memos.id, memoId), eq(memos.dealId, dealId));
  if (isMemo && !(await tx.$count(memos, isMemo)))
    throw invalid([{ path: 'memoId', message: 'Please choose a memo of this deal' }]);
}

interface DecisionConditions {
  decisionId: number;
  conditions: ConditionInput[];
  operationId: string;
}

async function addConditions(
  tx: Db,
  viewer: Viewer,
  deal: Pick<Deal, 'id' | 'companyName'>,
  { decisionId, conditions, operationId }: DecisionConditions,
): Promise<void> {
  if (!conditions.length) return;
  const people = await listUsersWhoSeeDeal(deal.id, tx);
  const stored = await tx.$count(tasks, eq(tasks.dealId, deal.id));
  assertRecordLimit(TASK_RECORDS, stored + conditions.length);
  for (const [n, { text, userId, dueOn = null }] of conditions.entries()) {
    const assignee = getAssignee(people, userId ?? viewer.id, `conditions.${n}.userId`);
    await insertDealRecord(
      TASK_RECORDS,
      { tx, actor: viewer, deal, operation: { operationId } },
      { ...EMPTY_TASK, ...assignee, title: text, dueOn, decisionId },
    );
  }
}
