import type { ChangedFields, FieldValue, Pipeline } from '#db/schema';
import { isClosed, type Stage } from '~/models/lists/lists';
import { NO_REASON, type Reason } from '~/models/stage/closing.server';
import { movedTo, type Place } from '~/models/stage/place';
import { stageNamed, type Stages } from '~/models/lists/list.server';
import { clearedValue, type PipelineChanges } from './schema';
import { changedValues, named, ownKey, unnamed } from '~/models/field/values';
import { differences } from '~/models/history/field-value';
import { isPipelineKey, PIPELINE_KEYS } from './fields';

export interface Edit {
  before: Pipeline;
  changes: PipelineChanges;
  /**
   * Where the value alone does not tell: for an undo, or to set the same value anew, which is a
   * change for the history; null without a next meeting.
   */
  nextMeetingSetAt?: Date | null;
  /** Why the score changes. */
  scoreReason?: string | null;
  /** Why it comes to a stage that is not open; being there already, it is closed once more. */
  reason?: Reason;
  /** Where it stands afterwards, without a decision: for an undo, and where a stage is replaced. */
  place?: Place;
}

/** What gives fields these values, as the history has them; what is no field of a deal is left out. */
export function editTo(
  values: Record<string, FieldValue>,
): Pick<Edit, 'changes' | 'nextMeetingSetAt'> {
  const { nextMeetingSetAt: setAt, ...otherValues } = values;
  const changes = Object.entries(otherValues)
    .filter(([name]) => isPipelineKey(name) || ownKey(name))
    .map(([name, value]) => [name, value ?? clearedValue(name)]);
  return {
    changes: unnamed(Object.fromEntries(changes) as Edit['changes']),
    // Imports from before migration 0018 do not tell.
    nextMeetingSetAt: typeof setAt === 'number' ? new Date(setAt) : (setAt as null | undefined),
  };
}

/** What an edit does to the deal's place. */
export interface Move {
  /** As the history names them. */
  from: string;
  to: string;
  /** Undefined if it stays where it is. */
  place?: Place;
  closing?: { stage: Stage; reason: Reason };
}

/** Throws 400 for an unknown stage. */
export function moveOf(edit: Edit, stages: Stages, at: Date): Move {
  const { before, changes, reason } = edit;
  const from = stages.of(before.stageId).name;
  if (edit.place) {
    const { id, name } = stages.present(edit.place.stageId);
    return { from, to: name, place: { ...edit.place, stageId: id } };
  }
  if (changes.stage === undefined) return { from, to: from };
  const stage = stageNamed(stages, changes.stage);
  if (stage.id === before.stageId && !reason) return { from, to: from };
  const closingReason = reason ?? NO_REASON;
  const place = movedTo(before, stage, at, closingReason.lookAgainOn);
  const closing = isClosed(stage) ? { stage, reason: closingReason } : undefined;
  return { from, to: stage.name, place, closing };
}

export function isMoved({ move }: { move: Move }): boolean {
  return move.place !== undefined;
}

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
