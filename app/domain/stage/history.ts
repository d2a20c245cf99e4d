import type { StageHistoryEntry } from '#db/schema';
import { countDaysBetween } from '~/domain/date/calendar-day';
import { getLocalDay } from '~/domain/date/time-zone';

export interface StageDuration {
  stage: string;
  days: number;
}

/** Counts the reader's days, as the filter and the review of stalled deals do. */
export function countDaysInStage(since: number, until: number, timeZone: string): number {
  const [from, to] = [since, until].map((time) => getLocalDay(new Date(time), timeZone));
  return countDaysBetween(from!, to!);
}

export function listStageDurations(
  stageHistory: StageHistoryEntry[],
  current: { stage: string; since: Date },
  getStageName: (id: number) => string,
  timeZone: string,
): StageDuration[] {
  const positions = [
    ...stageHistory.map(([id, since]) => ({ stage: getStageName(id), since })),
    { stage: current.stage, since: current.since.getTime() },
  ];
  return positions.map(({ stage, since }, i) => {
    const until = positions[i + 1]?.since ?? Date.now();
    return { stage, days: countDaysInStage(since, until, timeZone) };
  });
}
