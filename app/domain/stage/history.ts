import type { StageHistoryEntry } from '#db/schema';
import { DAY_MS } from '~/domain/date/calendar-day';

export interface StageDuration {
  stage: string;
  days: number;
}

const countUtcDays = (since: number, until: number) =>
  Math.floor(until / DAY_MS) - Math.floor(since / DAY_MS);

export function countDaysInStage(since: Date, now = new Date()): number {
  return countUtcDays(since.getTime(), now.getTime());
}

export function listStageDurations(
  stageHistory: StageHistoryEntry[],
  current: { stage: string; since: Date },
  getStageName: (id: number) => string,
  now = new Date(),
): StageDuration[] {
  const positions = [
    ...stageHistory.map(([id, since]) => ({ stage: getStageName(id), since })),
    { stage: current.stage, since: current.since.getTime() },
  ];
  return positions.map(({ stage, since }, i) => {
    const until = positions[i + 1]?.since ?? now.getTime();
    return { stage, days: countUtcDays(since, until) };
  });
}
