import type { ChangedFields, Pipeline } from '#db/schema';
import { changedValues, named } from '~/models/field/values';
import { differences } from '~/models/history/field-value';
import type { Edit, Move } from './move.server';
import { PIPELINE_KEYS } from './fields';

/** The specified and the own fields that differ, each [from, to]. */
export function differencesOf(before: Partial<Pipeline>, after: Partial<Pipeline>): ChangedFields {
  const [from, to] = [named(before.fields), named(after.fields)];
  return {
    ...differences(PIPELINE_KEYS, before, after),
    ...differences(Object.keys({ ...from, ...to }), from, to),
  };
}

/**
 * What the history says of an edit: with when the next meeting was set (`setAt`) and where the deal
 * stood, also to what it was, for an undo.
 */
export function changedFields(
  { before, changes, move }: Edit & { move: Move },
  setAt: Date | null,
): ChangedFields {
  const fields = {
    ...differencesOf(before, {
      ...before,
      ...changes,
      fields: changedValues(before.fields, changes.fields),
    }),
    ...movedFields(before, move),
  };
  const former = before.nextMeetingSetAt?.getTime() ?? null;
  const current = setAt?.getTime() ?? null;
  if (former === current) return fields;
  const { nextMeetingDate: same } = before;
  const { nextMeetingDate = [same, same] as const } = fields;
  return { ...fields, nextMeetingDate: [...nextMeetingDate], nextMeetingSetAt: [former, current] };
}

function movedFields(before: Edit['before'], { from, to, place, closing }: Move): ChangedFields {
  if (!place) return {};
  const { reason = null, text = null } = closing?.reason ?? {};
  return {
    ...differences(['stage'], { stage: from }, { stage: to }),
    ...differences(['lookAgainOn'], before, place),
    ...differences(['reason', 'reasonText'], {}, { reason, reasonText: text }),
    stageId: [before.stageId, place.stageId],
    stageSince: [before.stageSince.getTime(), place.stageSince.getTime()],
  };
}
