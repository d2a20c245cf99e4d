import { getTransactionId, transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { applyDealEdits } from '~/domain/deal/apply-edits.server';
import { assertSeen } from '~/domain/deal/assert-seen.server';
import { getDealForUpdate } from '~/domain/deal/get.server';
import { getSubmissionOperationId } from '~/domain/history/submission-operation.server';
import { type ClosingReason, requireClosingReason } from '~/domain/stage/close.server';
import { isClosedStage } from '~/domain/stage/kinds';
import { getStageByName, queryStages } from '~/domain/stage/stages.server';
import { invalid } from '~/errors';
import { attachToDecision } from './attach.server';
import { chooseClosingOperation, findRepeatedClosing } from './find-repeated.server';
import type { DecisionInput } from './schema';

interface MoveResult {
  company: string;
  operationId?: string;
  stage: string;
}

interface MoveOptions {
  /** The stage that the sender saw. */
  seenStage?: string;
  /** The key of the form, which is sent again if its answer was lost. */
  submission?: string;
}

/**
 * Moves a deal to a stage, with a reason if that closes the deal. A closing that is sent twice is
 * stored once. Throws 400 for an unknown stage or reason, or without the reason that the fund
 * requires, and 412 if its stage is no longer `seenStage`.
 */
export async function moveDeal(
  viewer: Viewer,
  id: number,
  input: DecisionInput,
  { seenStage, submission }: MoveOptions = {},
): Promise<MoveResult> {
  return transaction(async (tx): Promise<MoveResult> => {
    const before = await getDealForUpdate(tx, viewer, id);
    const stages = await queryStages(tx);
    const stage = getStageByName(stages, input.stage);
    const done = { company: before.companyName, stage: stage.name };
    const reason = isClosedStage(stage) ? await requireClosingReason(tx, input) : undefined;
    const current = stages.getById(before.stageId).name;
    await assertSeen(before, 'stage', { seen: seenStage, current, wanted: stage.name });
    const isCurrentStage = stage.id === before.stageId;
    if (!reason) {
      if (isCurrentStage) return done;
      await applyDealEdits(tx, viewer, [{ before, changes: { stage: stage.name } }]);
      return { ...done, operationId: getTransactionId() };
    }
    const closing = {
      dealId: id,
      stageId: stage.id,
      reason,
      input,
      operationId: getSubmissionOperationId(viewer, submission, [id, input]),
      isDeliberate: seenStage === current,
    };
    if (isCurrentStage) {
      const repeated = await findRepeatedClosing(tx, viewer, closing);
      if (repeated) return { ...done, operationId: repeated };
      if (isEmptyReason(reason) && !hasBasis(input)) return done;
    }
    const operationId = await chooseClosingOperation(tx, closing);
    const edit = { before, changes: { stage: stage.name }, closingReason: reason };
    await applyDealEdits(tx, viewer, [edit], { operationId });
    await attachToDecision(tx, viewer, before, { ...input, operationId });
    return { ...done, operationId };
  });
}

/**
 * Closes a deal, even if it is closed already, and returns the decision's id. Throws as `moveDeal`
 * does, and 400 for an open stage.
 */
export async function closeDeal(viewer: Viewer, id: number, input: DecisionInput): Promise<number> {
  return transaction(async (tx) => {
    const before = await getDealForUpdate(tx, viewer, id);
    const stage = getStageByName(await queryStages(tx), input.stage);
    if (!isClosedStage(stage))
      throw invalid([{ path: 'stage', message: 'Please choose a stage that closes the deal' }]);
    const reason = await requireClosingReason(tx, input);
    await applyDealEdits(tx, viewer, [
      { before, changes: { stage: stage.name }, closingReason: reason },
    ]);
    return attachToDecision(tx, viewer, before, input);
  });
}

function hasBasis({ roundId, memoId, conditions = [] }: DecisionInput): boolean {
  return Boolean(roundId ?? memoId) || conditions.length > 0;
}

function isEmptyReason({ reason, text, lookAgainOn }: ClosingReason): boolean {
  return reason === null && text === null && lookAgainOn === null;
}
