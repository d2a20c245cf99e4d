import type { Pipeline, Stay } from '#db/schema';
import { isClosed, type Stage } from '~/models/lists/lists';

/** Where a deal stands, since when, where it stood before, and when to look at it again. */
export type Place = Pick<Pipeline, 'stageId' | 'stageSince' | 'way' | 'lookAgainOn'>;

/** Stays that a deal keeps; of more, the earliest are forgotten. */
const MOST_STAYS = 500;

/** The place of a deal that comes to a stage, or is closed there once more. */
export function movedTo(
  before: Place,
  stage: Pick<Stage, 'id' | 'kind'>,
  at: Date,
  lookAgainOn: string | null,
): Place {
  const again = isClosed(stage) ? lookAgainOn : null;
  if (stage.id === before.stageId) return { ...before, lookAgainOn: again };
  const stay: Stay = [before.stageId, before.stageSince.getTime()];
  const way = [...before.way, stay].slice(-MOST_STAYS);
  return { stageId: stage.id, stageSince: at, way, lookAgainOn: again };
}

/** The place that a deal had: the stays since are undone. */
export function returnedTo(
  { way }: Place,
  { stageId, stageSince, lookAgainOn }: Omit<Place, 'way'>,
): Place {
  const since = stageSince.getTime();
  const last = way.findLastIndex(([id, from]) => id === stageId && from === since);
  return { stageId, stageSince, lookAgainOn, way: last < 0 ? way : way.slice(0, last) };
}
