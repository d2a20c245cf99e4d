import type { StageHistoryEntry } from '#db/schema';
import { countDaysInStage } from '~/domain/stage/history';
import { isClosedStage, type Stage } from '~/domain/stage/kinds';

export const GROUPINGS = ['month', 'industry', 'owner', 'source'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export const COMMITTEE_GROUPINGS = ['outcome', 'evaluator'] as const;
export type CommitteeGrouping = (typeof COMMITTEE_GROUPINGS)[number];

export const MIN_ROUNDS = 5;
export const MAX_LISTED_DECISIONS = 200;

export const MAX_GROUPS: Record<Grouping, number> = {
  month: 1_200,
  industry: 50,
  owner: 200,
  source: 50,
};
export const OTHER_GROUPS = 'Other';

interface StageHistory {
  way: StageHistoryEntry[];
  stageId: number;
  stageSince: Date;
}

interface StageProgress {
  days: [stageId: number, days: number][];
  reached: number[];
}

export interface Group {
  name: string | null;
  deals: number;
  reached: Record<string, number>;
  /** Median of full days of all stays, by stage; null without any. */
  medianDays: Record<string, number | null>;
}

/**
 * Returns a function that computes a deal's progress. `stages` are in order; `findCurrentStage`
 * resolves a stage to the one that replaced it.
 */
export function createProgressReader(
  stages: Stage[],
  findCurrentStage: (id: number) => Stage,
  timeZone: string,
) {
  const indexes = new Map(stages.map(({ id }, index) => [id, index]));
  return ({ way, stageId, stageSince }: StageHistory): StageProgress => {
    const positions: StageHistoryEntry[] = [...way, [stageId, stageSince.getTime()]];
    const stageIndexes = positions.map(([id]) => indexes.get(findCurrentStage(id).id)!);
    const days = positions.map(([, since], i): [number, number] => {
      const until = positions[i + 1]?.[1] ?? Date.now();
      return [stages[stageIndexes[i]!]!.id, countDaysInStage(since, until, timeZone)];
    });
    const visited = new Set(stageIndexes);
    const furthest = stages.findLastIndex(
      (stage, index) => visited.has(index) && isOnPathToWon(stage),
    );
    const reached = stages.filter((_, index) => index <= furthest || visited.has(index));
    return { days, reached: reached.map(({ id }) => id) };
  };
}

export class Tally {
  deals = 0;
  private readonly reached = new Map<number, number>();
  /** Number of stays by stage and by length in days. */
  private readonly days = new Map<number, Map<number, number>>();

  constructor(private readonly stages: Stage[]) {}

  add({ days, reached }: StageProgress): void {
    this.deals++;
    for (const id of reached) increment(this.reached, id);
    for (const [id, count] of days) {
      const stageDays = this.days.get(id) ?? new Map<number, number>();
      this.days.set(id, stageDays);
      increment(stageDays, count);
    }
  }

  group(name: string | null): Group {
    const mapStages = <Value>(getValue: (id: number) => Value) =>
      Object.fromEntries(this.stages.map((stage) => [stage.name, getValue(stage.id)]));
    return {
      name,
      deals: this.deals,
      reached: mapStages((id) => this.reached.get(id) ?? 0),
      medianDays: mapStages((id) => computeMedian(this.days.get(id) ?? new Map())),
    };
  }
}

function increment(counts: Map<number, number>, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function isOnPathToWon(stage: Stage): boolean {
  return stage.kind === 'won' || !isClosedStage(stage);
}

function computeMedian(counts: Map<number, number>): number | null {
  const sorted = [...counts].sort(([left], [right]) => left - right);
  const total = sorted.reduce((sum, [, count]) => sum + count, 0);
  if (!total) return null;
  return (
    (findValueAt(sorted, Math.ceil(total / 2)) + findValueAt(sorted, Math.floor(total / 2) + 1)) / 2
  );
}

function findValueAt(sorted: [value: number, count: number][], rank: number): number {
  let passed = 0;
  for (const [value, count] of sorted) {
    passed += count;
    if (passed >= rank) return value;
  }
  throw new RangeError(`No value has rank ${rank}`);
}
