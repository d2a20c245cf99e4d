import type { Stay } from '#db/schema';
import { counted } from '~/models/text';

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
export function wayText(found: StayView[]): string {
  return found.map(({ stage, days }) => `${stage} ${counted(days, 'day')}`).join(', ');
}
