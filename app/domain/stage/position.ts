import type { Deal, StageHistoryEntry } from '#db/schema';
import { isClosedStage, type Stage } from './kinds';

export type StagePosition = Pick<Deal, 'stageId' | 'stageSince' | 'way' | 'lookAgainOn'>;

const MAX_STAGE_HISTORY = 500;

export function moveStagePosition(
  before: StagePosition,
  stage: Pick<Stage, 'id' | 'kind'>,
  at: Date,
  lookAgainOn: string | null,
): StagePosition {
  const nextLookAgainOn = isClosedStage(stage) ? lookAgainOn : null;
  if (stage.id === before.stageId) return { ...before, lookAgainOn: nextLookAgainOn };
  const entry: StageHistoryEntry = [before.stageId, before.stageSince.getTime()];
  const way = [...before.way, entry].slice(-MAX_STAGE_HISTORY);
  return { stageId: stage.id, stageSince: at, way, lookAgainOn: nextLookAgainOn };
}

export function revertStagePosition(
  { way }: StagePosition,
  { stageId, stageSince, lookAgainOn }: Omit<StagePosition, 'way'>,
): StagePosition {
  const since = stageSince.getTime();
  const last = way.findLastIndex(([id, from]) => id === stageId && from === since);
  return { stageId, stageSince, lookAgainOn, way: last < 0 ? way : way.slice(0, last) };
}
