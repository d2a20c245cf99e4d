import { badRequest } from '~/refusal';
import type { Viewer } from '~/models/access';
import type { EvaluationInput } from '~/models/evaluation/schema';
import { saveEvaluation } from '~/models/evaluation/write.server';
import { evaluationVersionOf, getPipelineChange } from './list.server';
import { ownKey } from '~/models/field/values';
import { isPipelineKey } from '~/models/pipeline/fields';
import { clearedValue } from '~/models/pipeline/schema';
import { updatePipeline } from '~/models/pipeline/write.server';

/** Restores a field's value from before a change. Throws 404, and 400 if it cannot be restored. */
export async function restoreField(
  viewer: Viewer,
  id: number,
  changeId: number,
  field: string,
): Promise<void> {
  const { subject, fields } = await getPipelineChange(viewer, id, changeId);
  const pair = fields[field];
  const key = ownKey(field);
  if (subject !== 'pipeline' || !pair || !(isPipelineKey(field) || key))
    throw badRequest('This value cannot be restored.');
  const value = pair[0] ?? clearedValue(field);
  await updatePipeline(viewer, id, key ? { fields: { [key]: value } } : { [field]: value });
}

/** Saves the evaluation as it was right after a change. Throws 404. */
export async function restoreEvaluation(
  viewer: Viewer,
  id: number,
  changeId: number,
): Promise<void> {
  const { then } = await evaluationVersionOf(viewer, id, changeId);
  const { overallScore: _, ...fields } = then;
  await saveEvaluation(viewer, id, fields as EvaluationInput);
}
