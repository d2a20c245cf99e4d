import type { StageHistoryEntry } from '#db/schema';
import { DAY_MS } from '~/domain/date/calendar-day';
import { toLocalTime } from '~/domain/date/time-zone';

export interface StageDuration {
  stage: string;
  days: number;
}

/**
 * Counts the reader's days, as the filter and the review of stalled deals do. Formatting days takes
 * twice as long: 180 ms for Insights of 20,000 deals.
 */
export function countDaysInStage(since: number, until: number, timeZone: string): number {
  const getDayNumber = (time: number) =>
    Math.floor(toLocalTime(new Date(time), timeZone).getTime() / DAY_MS);
  return getDayNumber(until) - getDayNumber(since);
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
