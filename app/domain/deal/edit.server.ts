import type { Deal, FieldChanges, FieldValue } from '#db/schema';
import {
  flattenCustomFieldValues,
  parseCustomFieldName,
  separateCustomFieldValues,
} from '~/domain/custom-field/names';
import { applyValueChanges } from '~/domain/custom-field/values';
import { DEAL_KEYS, isDealKey } from '~/domain/deal-field/fields';
import { diffFields } from '~/domain/history/field-value';
import { type ClosingReason, NO_REASON } from '~/domain/stage/close.server';
import { isClosedStage, type Stage } from '~/domain/stage/kinds';
import { moveStagePosition, type StagePosition } from '~/domain/stage/position';
import { getStageByName, type Stages } from '~/domain/stage/stages.server';
import { type DealChanges, getClearedValue } from './schema';

export interface DealEdit {
  before: Deal;
  changes: DealChanges;
  /**
   * Overrides when the next meeting was set, for an undo or to set the same value again; null
   * without a next meeting.
   */
  nextMeetingSetAt?: Date | null;
  scoreReason?: string | null;
  /** Closes the deal again even if it already is in that stage. */
  closingReason?: ClosingReason;
  /** Sets the position without a decision, for an undo or a replaced stage. */
  stagePosition?: StagePosition;
}

export function toDealEdit(
  values: Record<string, FieldValue>,
): Pick<DealEdit, 'changes' | 'nextMeetingSetAt'> {
  const { nextMeetingSetAt: setAt, ...otherValues } = values;
  const changes = Object.entries(otherValues)
    .filter(([name]) => isDealKey(name) || parseCustomFieldName(name))
    .map(([name, value]) => [name, value ?? getClearedValue(name)]);
  return {
    changes: separateCustomFieldValues(Object.fromEntries(changes) as DealEdit['changes']),
    // Imports from before 1.0.0 lack the time.
    nextMeetingSetAt: typeof setAt === 'number' ? new Date(setAt) : (setAt as null | undefined),
  };
}

export interface StageMove {
  from: string;
  to: string;
  stagePosition?: StagePosition;
  closing?: { stage: Stage; reason: ClosingReason };
}

export function resolveStageMove(edit: DealEdit, stages: Stages, at: Date): StageMove {
  const { before, changes } = edit;
  const from = stages.getById(before.stageId).name;
  if (edit.stagePosition) {
    const { id, name } = stages.getCurrent(edit.stagePosition.stageId);
    return { from, to: name, stagePosition: { ...edit.stagePosition, stageId: id } };
  }
  if (changes.stage === undefined) return { from, to: from };
  const stage = getStageByName(stages, changes.stage);
  if (stage.id === before.stageId && !edit.closingReason) return { from, to: from };
  const closingReason = edit.closingReason ?? NO_REASON;
  const stagePosition = moveStagePosition(before, stage, at, closingReason.lookAgainOn);
  const closing = isClosedStage(stage) ? { stage, reason: closingReason } : undefined;
  return { from, to: stage.name, stagePosition, closing };
}

export interface PreparedEdit extends DealEdit {
  move: StageMove;
}

export function isStageChanged({ move }: PreparedEdit): boolean {
  return move.stagePosition !== undefined;
}

/** Returns the fields and custom fields that differ, each as [from, to]. */
export function compareDeals(before: Partial<Deal>, after: Partial<Deal>): FieldChanges {
  const from = flattenCustomFieldValues(before.fields);
  const to = flattenCustomFieldValues(after.fields);
  return {
    ...diffFields(DEAL_KEYS, before, after),
    ...diffFields(Object.keys({ ...from, ...to }), from, to),
  };
}

export function buildHistoryFields(
  { before, changes, move }: PreparedEdit,
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
  const setAtChange: FieldChanges = { nextMeetingSetAt: [previousSetAt, currentSetAt] };
  if (fields.nextMeetingDate || fields.nextMeetingOn) return { ...fields, ...setAtChange };
  // Records the unchanged choice as well: pages show no event of the time alone.
  const { nextMeetingDate: choice } = before;
  return { ...fields, nextMeetingDate: [choice, choice], ...setAtChange };
}

function buildStageHistoryFields(
  before: DealEdit['before'],
  { from, to, stagePosition, closing }: StageMove,
): FieldChanges {
  if (!stagePosition) return {};
  const { reason = null, text = null } = closing?.reason ?? {};
  return {
    ...diffFields(['stage'], { stage: from }, { stage: to }),
    ...diffFields(['lookAgainOn'], before, stagePosition),
    ...diffFields(['reason', 'reasonText'], {}, { reason, reasonText: text }),
    stageId: [before.stageId, stagePosition.stageId],
    stageSince: [before.stageSince.getTime(), stagePosition.stageSince.getTime()],
  };
}
