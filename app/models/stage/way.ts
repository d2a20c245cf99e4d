import type { Stay } from '#db/schema';
import { daysBetween } from '~/models/dates';
import { counted } from '~/models/text';

/** A stage that a deal stood in, and for how many days, from UTC day to UTC day. */
export interface StayView {
  stage: string;
  days: number;
}

const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);

/** For how many days a deal stands where it does. */
export function daysIn(since: Date, now = new Date()): number {
  return daysBetween(dayOf(since.getTime()), dayOf(now.getTime()));
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
    return { stage, days: daysBetween(dayOf(since), dayOf(until)) };
  });
}

/** For example 'New 17 days, Screening 5 days'. */
export function wayText(found: StayView[]): string {
  return found.map(({ stage, days }) => `${stage} ${counted(days, 'day')}`).join(', ');
}
