import type { Db } from '#db/client';
import { getOptionLists, queryOptionLists } from '~/domain/option-list/list.server';
import type { OptionLists } from '~/domain/option-list/option-lists';
import { invalid } from '~/errors';
import { isClosedStage, type Stage, STAGE_KINDS } from './kinds';

/** The stages as they are now. */
export async function listStages(): Promise<Stages> {
  return buildStages(await getOptionLists());
}

/** The same within a transaction or a snapshot. */
export async function queryStages(from: Db): Promise<Stages> {
  return buildStages(await queryOptionLists(from));
}

/** The fund's stages, as deals refer to them. */
export function buildStages(lists: OptionLists) {
  const all = lists.entries('stages') as Stage[];
  const byId = new Map(all.map((stage) => [stage.id, stage]));
  /** In their order, without retired ones. */
  const listed = all.filter(({ retiredAt }) => !retiredAt);
  /** What new deals get. */
  const first = listed.find((stage) => !isClosedStage(stage)) ?? listed[0]!;
  /** By id, retired ones too. */
  const of = (id: number) => byId.get(id) ?? first;
  /** The one that is there for this one today: itself, or what has replaced it. */
  const present = (id: number | null): Stage => {
    const stage = byId.get(id ?? 0);
    if (!stage) return first;
    return stage.retiredAt ? present(stage.replacedBy) : stage;
  };
  return { listed, first, of, present };
}

export type Stages = ReturnType<typeof buildStages>;

/** A stage by its name. Throws 400 for `stage` if there is none. */
export function getStageByName(stages: Stages, name: string): Stage {
  const stage = stages.listed.find((listed) => listed.name === name);
  if (!stage) throw invalid([{ path: 'stage', message: 'There is no stage with this name' }]);
  return stage;
}

/** The ids of stages by their names, former ones too, or kinds; unknown ones are none. */
export async function findStageIds(wanted: readonly string[]): Promise<number[]> {
  const lists = await getOptionLists();
  const names = wanted.map((text) => lists.present('stages', text));
  const isKind = (text: string) => STAGE_KINDS.some((kind) => kind === text);
  return buildStages(lists)
    .listed.filter(({ name, kind }) => names.some((text) => text === (isKind(text) ? kind : name)))
    .map(({ id }) => id);
}
