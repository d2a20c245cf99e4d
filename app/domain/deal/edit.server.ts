import type { Deal, FieldChanges, FieldValue } from '#db/schema';
import {
  flattenCustomFieldValues,
  parseCustomFieldName,
  separateCustomFieldValues,
} from '~/domain/custom-field/names';
import { applyValueChanges } from '~/domain/custom-field/values';
import { diffFields } from '~/domain/history/field-value';
import { type ClosingReason, NO_REASON } from '~/domain/stage/close.server';
import { isClosedStage, type Stage } from '~/domain/stage/kinds';
import { moveStagePosition, type StagePosition } from '~/domain/stage/position';
import { getStageByName, type Stages } from '~/domain/stage/stages.server';
import { DEAL_KEYS, isDealKey } from './fields';
import { type DealChanges, getClearedValue } from './schema';

export interface DealEdit {
  before: Deal;
  changes: DealChanges;
  /**
   * Where the value alone does not tell: for an undo, or to set the same value anew, which is a
   * change for the history; null without a next meeting.
   */
  nextMeetingSetAt?: Date | null;
  /** Why the score changes. */
  scoreReason?: string | null;
  /** Why it comes to a stage that is not open; being there already, it is closed once more. */
  reason?: ClosingReason;
  /** Where it stands afterwards, without a decision: for an undo, and where a stage is replaced. */
  place?: StagePosition;
}

/** What gives fields these values, as the history has them; what is no field of a deal is left out. */
export function toDealEdit(
  values: Record<string, FieldValue>,
): Pick<DealEdit, 'changes' | 'nextMeetingSetAt'> {
  const { nextMeetingSetAt: setAt, ...otherValues } = values;
  const changes = Object.entries(otherValues)
    .filter(([name]) => isDealKey(name) || parseCustomFieldName(name))
    .map(([name, value]) => [name, value ?? getClearedValue(name)]);
  return {
    changes: separateCustomFieldValues(Object.fromEntries(changes) as DealEdit['changes']),
    // Imports from before migration 0018 do not tell.
    nextMeetingSetAt: typeof setAt === 'number' ? new Date(setAt) : (setAt as null | undefined),
  };
}

/** What an edit does to the deal's place. */
export interface StageMove {
  /** As the history names them. */
  from: string;
  to: string;
  /** Undefined if it stays where it is. */
  place?: StagePosition;
  closing?: { stage: Stage; reason: ClosingReason };
}

/** Throws 400 for an unknown stage. */
export function resolveStageMove(edit: DealEdit, stages: Stages, at: Date): StageMove {
  const { before, changes, reason } = edit;
  const from = stages.of(before.stageId).name;
  if (edit.place) {
    const { id, name } = stages.present(edit.place.stageId);
    return { from, to: name, place: { ...edit.place, stageId: id } };
  }
  if (changes.stage === undefined) return { from, to: from };
  const stage = getStageByName(stages, changes.stage);
  if (stage.id === before.stageId && !reason) return { from, to: from };
  const closingReason = reason ?? NO_REASON;
  const place = moveStagePosition(before, stage, at, closingReason.lookAgainOn);
  const closing = isClosedStage(stage) ? { stage, reason: closingReason } : undefined;
  return { from, to: stage.name, place, closing };
}

export function isStageChanged({ move }: { move: StageMove }): boolean {
  return move.place !== undefined;
}

/** The specified and the own fields that differ, each [from, to]. */
export function compareDeals(before: Partial<Deal>, after: Partial<Deal>): FieldChanges {
  const [from, to] = [
    flattenCustomFieldValues(before.fields),
    flattenCustomFieldValues(after.fields),
  ];
  return {
    ...diffFields(DEAL_KEYS, before, after),
    ...diffFields(Object.keys({ ...from, ...to }), from, to),
  };
}

/**
 * What the history says of an edit: with when the next meeting was set (`setAt`) and where the deal
 * stood, also to what it was, for an undo.
 */
export function buildHistoryFields(
  { before, changes, move }: DealEdit & { move: StageMove },
  setAt: Date | null,
): FieldChanges {
  const fields = {
    ...compareDeals(before, {
      ...before,
      ...changes,
      fields: applyValueChanges(before.fields, changes.fields),
    }),
    ...buildStageHistoryFields(before, move),
  };
  const previousSetAt = before.nextMeetingSetAt?.getTime() ?? null;
  const currentSetAt = setAt?.getTime() ?? null;
  if (previousSetAt === currentSetAt) return fields;
  const { nextMeetingDate: same } = before;
  const { nextMeetingDate = [same, same] as const } = fields;
  return {
    ...fields,
    nextMeetingDate: [...nextMeetingDate],
    nextMeetingSetAt: [previousSetAt, currentSetAt],
  };
}

function buildStageHistoryFields(
  before: DealEdit['before'],
  { from, to, place, closing }: StageMove,
): FieldChanges {
  if (!place) return {};
  const { reason = null, text = null } = closing?.reason ?? {};
  return {
    ...diffFields(['stage'], { stage: from }, { stage: to }),
    ...diffFields(['lookAgainOn'], before, place),
    ...diffFields(['reason', 'reasonText'], {}, { reason, reasonText: text }),
    stageId: [before.stageId, place.stageId],
    stageSince: [before.stageSince.getTime(), place.stageSince.getTime()],
  };
}
