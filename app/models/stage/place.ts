import type { Pipeline, Stay } from '#db/schema';
import { isClosed, type Stage } from '~/models/lists/lists';
import { counted } from '~/models/text';

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

/** A stage that a deal stood in, and for how many days, from UTC day to UTC day. */
export interface StayView {
  stage: string;
  days: number;
}

const DAY = 86_400_000;
const daysFrom = (since: number, until: number) =>
  Math.floor(until / DAY) - Math.floor(since / DAY);

/** For how many UTC days a deal stands where it does. */
export function daysIn(since: Date, now = new Date()): number {
  return daysFrom(since.getTime(), now.getTime());
}

/** The stages of a deal, oldest first; the last one goes on until `now`. */
export function stays(
  way: Stay[],
  present: { stage: string; since: Date },
  nameOf: (id: number) => string,
  now = new Date(),
): StayView[] {
  const all = [
    ...way.map(([id, since]) => ({ stage: nameOf(id), since })),
    { stage: present.stage, since: present.since.getTime() },
  ];
  return all.map(({ stage, since }, i) => {
    const until = all[i + 1]?.since ?? now.getTime();
    return { stage, days: daysFrom(since, until) };
  });
}

/** For example 'New 17 days, Screening 5 days'. */
export function wayText(stays: StayView[]): string {
  return stays.map(({ stage, days }) => `${stage} ${counted(days, 'day')}`).join(', ');
}
