import type { Stay } from '#db/schema';
import { isClosed, type Stage } from '~/models/lists/lists';
import { daysIn } from '~/models/stage/place';

/** By source: by the fund's own field with this key. */
export const GROUPINGS = ['month', 'industry', 'owner', 'source'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** What is known of a deal's way. */
export interface Travelled {
  way: Stay[];
  stageId: number;
  stageSince: Date;
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

/** Collects the deals of one group. */
export class Tally {
  deals = 0;
  private readonly reached = new Map<number, number>();
  private readonly stays = new Map<number, number[]>();

  /** `stages` in their order; `present` is the stage that is there for one today. */
  constructor(
    private readonly stages: Stage[],
    private readonly present: (id: number) => Stage,
  ) {}

  add({ way, stageId, stageSince }: Travelled): void {
    this.deals++;
    const all: Stay[] = [...way, [stageId, stageSince.getTime()]];
    const stood = all.map(([id]) => this.stages.findIndex((stage) => stage === this.present(id)));
    all.forEach(([, since], i) => {
      const { id } = this.stages[stood[i]!]!;
      const until = all[i + 1] ? new Date(all[i + 1]![1]) : undefined;
      const stays = this.stays.get(id) ?? [];
      stays.push(daysIn(new Date(since), until));
      this.stays.set(id, stays);
    });
    const furthest = Math.max(...stood.filter((index) => leadsOn(this.stages[index]!)), -1);
    this.stages.forEach(({ id }, index) => {
      if (index <= furthest || stood.includes(index))
        this.reached.set(id, (this.reached.get(id) ?? 0) + 1);
    });
  }

  group(name: string | null): Group {
    const byStage = <Value>(valueOf: (id: number) => Value) =>
      Object.fromEntries(this.stages.map((stage) => [stage.name, valueOf(stage.id)]));
    return {
      name,
      deals: this.deals,
      reached: byStage((id) => this.reached.get(id) ?? 0),
      medianDays: byStage((id) => median(this.stays.get(id) ?? [])),
    };
  }
}

/** A deal in this stage has passed the stages before it, unless it is lost or parked. */
function leadsOn(stage: Stage): boolean {
  return stage.kind === 'won' || !isClosed(stage);
}

function median(values: number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  if (!sorted.length) return null;
  return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
}
