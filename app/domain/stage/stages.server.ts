import type { Db } from '#db/client';
import { getOptionLists, queryOptionLists } from '~/domain/option-list/list.server';
import type { OptionLists } from '~/domain/option-list/option-lists';
import { invalid } from '~/errors';
import { isClosedStage, type Stage, STAGE_KINDS } from './kinds';

export async function listStages(): Promise<Stages> {
  return buildStages(await getOptionLists());
}

export async function queryStages(tx: Db): Promise<Stages> {
  return buildStages(await queryOptionLists(tx));
}

export function buildStages(lists: OptionLists) {
  const all = lists.listOptions('stages') as Stage[];
  const byId = new Map(all.map((stage) => [stage.id, stage]));
  const listed = all.filter(({ retiredAt }) => !retiredAt);
  const first = listed.find((stage) => !isClosedStage(stage)) ?? listed[0]!;
  const getById = (id: number) => byId.get(id) ?? first;
  const getCurrent = (id: number | null): Stage => {
    const stage = byId.get(id ?? 0);
    if (!stage) return first;
    return stage.retiredAt ? getCurrent(stage.replacedBy) : stage;
  };
  /** Is false for a stage that was retired without a replacement. */
  const hasCurrent = (id: number | null): boolean => {
    const stage = byId.get(id ?? 0);
    return stage !== undefined && (!stage.retiredAt || hasCurrent(stage.replacedBy));
  };
  return { listed, first, getById, getCurrent, hasCurrent };
}

export type Stages = ReturnType<typeof buildStages>;

export function getStageByName(stages: Stages, name: string): Stage {
  const stage = stages.listed.find((listed) => listed.name === name);
  if (!stage) throw invalid([{ path: 'stage', message: 'There is no stage with this name' }]);
  return stage;
}

/**
 * Returns the current name of a stage that was renamed or replaced since a form showed it, else the
 * name itself.
 */
export async function toCurrentStageName(name: string): Promise<string> {
  const lists = await getOptionLists();
  const stages = buildStages(lists);
  if (stages.listed.some((stage) => stage.name === name)) return name;
  const current = lists.toCurrentName('stages', name);
  const option = lists.listOptions('stages').findLast((stage) => stage.name === current);
  if (!option) return name;
  return option.replacedBy ? stages.getCurrent(option.id).name : option.name;
}

/** Finds stage ids by names, previous ones too, or by kinds; ignores unknown ones. */
export async function findStageIds(wanted: readonly string[]): Promise<number[]> {
  const lists = await getOptionLists();
  const names = wanted.map((text) => lists.toCurrentName('stages', text));
  const isKind = (text: string) => STAGE_KINDS.some((kind) => kind === text);
  return buildStages(lists)
    .listed.filter(({ name, kind }) => names.some((text) => text === (isKind(text) ? kind : name)))
    .map(({ id }) => id);
}
