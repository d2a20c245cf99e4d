import { inArray } from 'drizzle-orm';
import { deals, evaluations } from '#db/schema';
import { EVALUATION_FIELDS } from '~/domain/evaluation/criteria';
import type { EvaluationInput } from '~/domain/evaluation/schema';
import type { EvaluationEdit } from '~/domain/evaluation/update.server';
import { diffFields } from '~/domain/history/field-value';
import { evaluationEvent, recordHistory } from '~/domain/history/record.server';
import type { UndoContext } from './context.server';
import { type ChangedDeal, getPreviousValues } from './previous-values.server';

export function buildEvaluationEdit(changed: ChangedDeal): EvaluationEdit | 'delete' | undefined {
  const { deal, evaluation, changes, later } = changed;
  const evaluated = changes.filter(({ subject }) => subject === 'evaluation');
  if (!evaluation || !evaluated.length) return undefined;
  if (evaluated[0]!.kind === 'created')
    return later.some(({ subject }) => subject === 'evaluation') ? undefined : 'delete';
  const { overallScore: _, ...values } = getPreviousValues(changed, 'evaluation');
  if (!Object.keys(values).length) return undefined;
  return { deal, before: evaluation, changes: values as EvaluationInput };
}

export async function deleteEvaluations(
  { tx, viewer, operation }: UndoContext,
  evaluated: ChangedDeal[],
): Promise<void> {
  const ids = evaluated.map(({ deal }) => deal.id);
  await tx.delete(evaluations).where(inArray(evaluations.dealId, ids));
  await tx.update(deals).set({ updatedAt: operation.at }).where(inArray(deals.id, ids));
  const entries = evaluated.map(({ deal, evaluation }) =>
    evaluationEvent(deal, 'deleted', diffFields(EVALUATION_FIELDS, evaluation!, {})),
  );
  await recordHistory(tx, viewer, entries, operation);
}
