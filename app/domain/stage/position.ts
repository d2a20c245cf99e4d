import type { Deal, StageHistoryEntry } from '#db/schema';
import { isClosedStage, type Stage } from './kinds';

/** Where a deal stands, since when, where it stood before, and when to look at it again. */
export type StagePosition = Pick<Deal, 'stageId' | 'stageSince' | 'way' | 'lookAgainOn'>;

/** Stays that a deal keeps; of more, the earliest are forgotten. */
const MAX_STAGE_HISTORY = 500;

/** The place of a deal that comes to a stage, or is closed there once more. */
export function moveStagePosition(
  before: StagePosition,
  stage: Pick<Stage, 'id' | 'kind'>,
  at: Date,
  lookAgainOn: string | null,
): StagePosition {
  const nextLookAgainOn = isClosedStage(stage) ? lookAgainOn : null;
  if (stage.id === before.stageId) return { ...before, lookAgainOn: nextLookAgainOn };
  const stay: StageHistoryEntry = [before.stageId, before.stageSince.getTime()];
  const way = [...before.way, stay].slice(-MAX_STAGE_HISTORY);
  return { stageId: stage.id, stageSince: at, way, lookAgainOn: nextLookAgainOn };
}

/** The place that a deal had: the stays since are undone. */
export function revertStagePosition(
  { way }: StagePosition,
  { stageId, stageSince, lookAgainOn }: Omit<StagePosition, 'way'>,
): StagePosition {
  const since = stageSince.getTime();
  const last = way.findLastIndex(([id, from]) => id === stageId && from === since);
  return { stageId, stageSince, lookAgainOn, way: last < 0 ? way : way.slice(0, last) };
}
