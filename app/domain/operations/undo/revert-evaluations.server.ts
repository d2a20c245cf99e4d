import { inArray } from 'drizzle-orm';
import { deals, evaluations, type HistoryEvent } from '#db/schema';
import { EVALUATION_FIELDS } from '~/domain/evaluation/criteria';
import type { EvaluationInput } from '~/domain/evaluation/schema';
import { type EvaluationEdit, upsertEvaluations } from '~/domain/evaluation/update.server';
import { diffFields } from '~/domain/history/field-value';
import { evaluationEvent, recordHistory } from '~/domain/history/record.server';
import type { UndoContext } from './context.server';
import { type ChangedDeal, getPreviousValues } from './previous-values.server';

/** Reverts changed evaluations, and deletes created ones unless somebody has changed them since. */
export async function revertEvaluations(
  context: UndoContext,
  changedDeals: ChangedDeal[],
): Promise<void> {
  const evaluated = changedDeals.filter((changed) => changed.evaluation && findFirstEvent(changed));
  const isCreated = (changed: ChangedDeal) => findFirstEvent(changed)!.kind === 'created';
  const isUnchangedSince = ({ laterEvents }: ChangedDeal) =>
    laterEvents.every(({ subject }) => subject !== 'evaluation');
  const edits = evaluated.filter((changed) => !isCreated(changed)).flatMap(buildEvaluationEdit);
  await upsertEvaluations(context.tx, context.viewer, edits, context.undo);
  await deleteEvaluations(context, evaluated.filter(isCreated).filter(isUnchangedSince));
}

function findFirstEvent({ events }: ChangedDeal): HistoryEvent | undefined {
  return events.find(({ subject }) => subject === 'evaluation');
}

function buildEvaluationEdit(changed: ChangedDeal): EvaluationEdit[] {
  const { overallScore: _, ...values } = getPreviousValues(changed, 'evaluation');
  if (!Object.keys(values).length) return [];
  const { deal, evaluation } = changed;
  return [{ deal, before: evaluation, changes: values as EvaluationInput }];
}

async function deleteEvaluations(
  { tx, viewer, undo }: UndoContext,
  evaluated: ChangedDeal[],
): Promise<void> {
  const ids = evaluated.map(({ deal }) => deal.id);
  await tx.delete(evaluations).where(inArray(evaluations.dealId, ids));
  await tx.update(deals).set({ updatedAt: undo.at }).where(inArray(deals.id, ids));
  const events = evaluated.map(({ deal, evaluation }) =>
    evaluationEvent(deal, 'deleted', diffFields(EVALUATION_FIELDS, evaluation!, {})),
  );
  await recordHistory(tx, viewer, events, undo);
}
