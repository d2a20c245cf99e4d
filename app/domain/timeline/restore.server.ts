import type { Viewer } from '~/domain/access';
import { parseCustomFieldName } from '~/domain/custom-field/names';
import { getClearedValue } from '~/domain/deal/schema';
import { updateDeal } from '~/domain/deal/update.server';
import { isDealKey } from '~/domain/deal-field/fields';
import type { EvaluationInput } from '~/domain/evaluation/schema';
import { saveEvaluation } from '~/domain/evaluation/update.server';
import { badRequest } from '~/errors';
import { getDealChange } from './deal-history.server';
import { getPastEvaluation } from './past-evaluation.server';

export async function restoreField(
  viewer: Viewer,
  id: number,
  changeId: number,
  field: string,
): Promise<void> {
  const { subject, fields } = await getDealChange(viewer, id, changeId);
  const pair = fields[field];
  const key = parseCustomFieldName(field);
  if (subject !== 'pipeline' || !pair || !(isDealKey(field) || key))
    throw badRequest('This value cannot be restored.');
  const value = pair[0] ?? getClearedValue(field);
  await updateDeal(viewer, id, key ? { fields: { [key]: value } } : { [field]: value });
}

export async function restoreEvaluation(
  viewer: Viewer,
  id: number,
  changeId: number,
): Promise<void> {
  const { then } = await getPastEvaluation(viewer, id, changeId);
  const { overallScore: _, ...fields } = then;
  await saveEvaluation(viewer, id, fields as EvaluationInput);
}
