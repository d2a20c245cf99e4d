import type { FieldChanges, FieldValue } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { listActiveCustomFields } from '~/domain/custom-field/list.server';
import { toCustomFieldNames } from '~/domain/custom-field/names';
import { applyDealEdits } from '~/domain/deal/apply-edits.server';
import { toDealEdit } from '~/domain/deal/edit.server';
import { getDealForUpdate } from '~/domain/deal/get.server';
import { isDealKey } from '~/domain/deal-field/fields';
import { NEXT_MEETING } from '~/domain/deal-field/linked-fields';
import type { EvaluationInput } from '~/domain/evaluation/schema';
import { saveEvaluation } from '~/domain/evaluation/update.server';
import { badRequest } from '~/errors';
import { getStoredDealChange } from './deal-history.server';
import { getPastEvaluation } from './past-evaluation.server';

/**
 * Restores a previous value as an undo does: also a choice, or person, that is no longer offered.
 * Throws 400 for a field that is archived or not restored by itself.
 */
export async function restoreField(
  viewer: Viewer,
  id: number,
  changeId: number,
  field: string,
): Promise<void> {
  const { subject, fields } = await getStoredDealChange(viewer, id, changeId);
  const pair = fields[field];
  const customFields = toCustomFieldNames(await listActiveCustomFields());
  const isKnown = isDealKey(field) || customFields.some((name) => name === field);
  if (subject !== 'pipeline' || !pair || !isKnown)
    throw badRequest('This value cannot be restored.');
  const former = NEXT_MEETING.includes(field) ? getFormerMeeting(fields) : { [field]: pair[0] };
  await transaction(async (tx) => {
    const before = await getDealForUpdate(tx, viewer, id);
    await applyDealEdits(tx, viewer, [{ before, ...toDealEdit(former) }]);
  });
}

/** A choice comes back with its day, and both with when they were set. */
function getFormerMeeting(fields: FieldChanges): Record<string, FieldValue> {
  const changed = NEXT_MEETING.filter((name) => Object.hasOwn(fields, name));
  const former = Object.fromEntries(changed.map((name) => [name, fields[name]![0]]));
  return changed.includes('nextMeetingDate') ? { nextMeetingOn: null, ...former } : former;
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
