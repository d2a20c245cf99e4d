import type { Db } from '#db/client';
import { currentLists, readLists } from '~/models/lists/list.server';
import { isClosed, type Lists, type Stage, STAGE_KINDS } from '~/models/lists/lists';
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
  return stagesOf(await currentLists());
}

/** The same within a transaction or a snapshot. */
export async function readStages(from: Db): Promise<Stages> {
  return stagesOf(await readLists(from));
}

export function stagesOf(lists: Lists): Stages {
  const all = lists.entries('stages') as Stage[];
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

/** The ids of stages by their names, former ones too, or kinds; unknown ones are none. */
export async function stageIds(wanted: readonly string[]): Promise<number[]> {
  const lists = await currentLists();
  const names = wanted.map((text) => lists.present('stages', text));
  const isKind = (text: string) => STAGE_KINDS.some((kind) => kind === text);
  return stagesOf(lists)
    .listed.filter(({ name, kind }) => names.some((text) => text === (isKind(text) ? kind : name)))
    .map(({ id }) => id);
}
