import { asc, eq } from 'drizzle-orm';
import { cachedUntilCommit } from '#db/cache';
import { db, type Db } from '#db/client';
import { listEntries } from '#db/schema';
import { isClosed, type Stage, STAGE_KINDS } from '~/models/lists/lists';
import { invalid } from '~/refusal';

/** The fund's stages, as deals refer to them. */
export interface Stages {
  /** In their order, without retired ones. */
  listed: Stage[];
  /** What new deals get. */
  first: Stage;
  /** By id, retired ones too. */
  of(id: number): Stage;
  /** The one that is there for this one today: itself, or what has replaced it. */
  present(id: number): Stage;
  /** Undefined for a name that no stage has today. */
  named(name: string): Stage | undefined;
}

/** The stages as they are now. */
export async function listStages(): Promise<Stages> {
  return stagesOf(await cachedUntilCommit('stages', () => read(db)));
}

/** The same within a transaction or a snapshot. */
export async function readStages(from: Db): Promise<Stages> {
  return stagesOf(await read(from));
}

async function read(from: Db) {
  const { id, list, name, kind, days, position, retiredAt, replacedBy } = listEntries;
  return from
    .select({ id, list, name, kind, days, position, retiredAt, replacedBy })
    .from(listEntries)
    .where(eq(list, 'stages'))
    .orderBy(asc(position), asc(id));
}

function stagesOf(rows: Awaited<ReturnType<typeof read>>): Stages {
  const all = rows as Stage[];
  const byId = new Map(all.map((stage) => [stage.id, stage]));
  const listed = all.filter(({ retiredAt }) => !retiredAt);
  const first = listed.find((stage) => !isClosed(stage)) ?? listed[0]!;
  const present = (id: number | null): Stage => {
    const stage = byId.get(id ?? 0);
    if (!stage) return first;
    return stage.retiredAt ? present(stage.replacedBy) : stage;
  };
  return {
    listed,
    first,
    of: (id) => byId.get(id) ?? first,
    present,
    named: (name) => listed.find((stage) => stage.name === name),
  };
}

/** A stage by its name. Throws 400 for `stage` if there is none. */
export function stageNamed(stages: Stages, name: string): Stage {
  const stage = stages.named(name);
  if (!stage) throw invalid([{ path: 'stage', message: 'There is no stage of this name' }]);
  return stage;
}

/** The ids of stages by their names or kinds; unknown ones are none. */
export async function stageIds(wanted: readonly string[]): Promise<number[]> {
  const { listed } = await listStages();
  const isKind = (text: string) => STAGE_KINDS.some((kind) => kind === text);
  return listed
    .filter(({ name, kind }) => wanted.some((text) => text === (isKind(text) ? kind : name)))
    .map(({ id }) => id);
}
