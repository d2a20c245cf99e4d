import type { StageHistoryEntry } from '#db/schema';
import { countDaysInStage } from '~/domain/stage/history';
import { isClosedStage, type Stage } from '~/domain/stage/kinds';

/** By source: by the fund's own field with this key. */
export const GROUPINGS = ['month', 'industry', 'owner', 'source'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Groups that are shown: of more, the largest ones, and the others together. A fund has fewer months. */
export const MAX_GROUPS: Record<Grouping, number> = {
  month: 1_200,
  industry: 50,
  owner: 200,
  source: 50,
};
/** The name of the last group, in which all groups beyond the largest are one. */
export const OTHER_GROUPS = 'Other';

/** The stages that a deal was in. */
interface StageHistory {
  way: StageHistoryEntry[];
  stageId: number;
  stageSince: Date;
}

/** What counts of a deal's stage history, by ids of stages. */
interface StageProgress {
  days: [stageId: number, days: number][];
  reached: number[];
}

export interface Group {
  /** Null for deals without an industry or a source. */
  name: string | null;
  deals: number;
  /** By stage, how many deals came at least so far. */
  reached: Record<string, number>;
  /** By stage, the median of full days of all stays; null without one. */
  medianDays: Record<string, number | null>;
}

/** Reads stage histories. `stages` are in their order; `present` is the stage that is there for one today. */
export function createProgressReader(stages: Stage[], findCurrentStage: (id: number) => Stage) {
  const indexes = new Map(stages.map(({ id }, index) => [id, index]));
  return ({ way, stageId, stageSince }: StageHistory): StageProgress => {
    const positions: StageHistoryEntry[] = [...way, [stageId, stageSince.getTime()]];
    const stageIndexes = positions.map(([id]) => indexes.get(findCurrentStage(id).id)!);
    const days = positions.map(([, since], i): [number, number] => {
      const until = positions[i + 1] ? new Date(positions[i + 1]![1]) : undefined;
      return [stages[stageIndexes[i]!]!.id, countDaysInStage(new Date(since), until)];
    });
    const visited = new Set(stageIndexes);
    const furthest = stages.findLastIndex(
      (stage, index) => visited.has(index) && isOnPathToWon(stage),
    );
    const reached = stages.filter((_, index) => index <= furthest || visited.has(index));
    return { days, reached: reached.map(({ id }) => id) };
  };
}

/** Collects the deals of one group. */
export class Tally {
  deals = 0;
  private readonly reached = new Map<number, number>();
  /** By stage, how many stays had this number of days. */
  private readonly days = new Map<number, Map<number, number>>();

  constructor(private readonly stages: Stage[]) {}

  add({ days, reached }: StageProgress): void {
    this.deals++;
    for (const id of reached) increment(this.reached, id);
    for (const [id, count] of days) {
      const ofStage = this.days.get(id) ?? new Map<number, number>();
      this.days.set(id, ofStage);
      increment(ofStage, count);
    }
  }

  group(name: string | null): Group {
    const byStage = <Value>(valueOf: (id: number) => Value) =>
      Object.fromEntries(this.stages.map((stage) => [stage.name, valueOf(stage.id)]));
    return {
      name,
      deals: this.deals,
      reached: byStage((id) => this.reached.get(id) ?? 0),
      medianDays: byStage((id) => median(this.days.get(id) ?? new Map())),
    };
  }
}

function increment(counts: Map<number, number>, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** A deal in this stage has passed the stages before it, unless it is lost or parked. */
function isOnPathToWon(stage: Stage): boolean {
  return stage.kind === 'won' || !isClosedStage(stage);
}

/** The median of values of which each is there so many times. */
function median(counts: Map<number, number>): number | null {
  const sorted = [...counts].sort(([left], [right]) => left - right);
  const total = sorted.reduce((sum, [, count]) => sum + count, 0);
  if (!total) return null;
  return (
    (findValueAt(sorted, Math.ceil(total / 2)) + findValueAt(sorted, Math.floor(total / 2) + 1)) / 2
  );
}

/** The value at a place, from 1. */
function findValueAt(sorted: [value: number, count: number][], rank: number): number {
  let passed = 0;
  return sorted.find(([, count]) => (passed += count) >= rank)![0];
}
