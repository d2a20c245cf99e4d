import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { cachedUntilCommit } from '#db/cache';
import { db, type Db } from '#db/client';
import { listEntries, type ListName, lists, pipelines, users } from '#db/schema';
import { isClosed, type Lists, listsOf, type Stage, STAGE_KINDS } from './lists';
import { invalid } from '~/refusal';

/** The fund's lists as they are now. */
export async function currentLists(): Promise<Lists> {
  return listsOf(await cachedUntilCommit('lists', () => read(db, isInUse)));
}

/** The same within a transaction or a snapshot, without what filters offer. */
export async function readLists(from: Db): Promise<Lists> {
  return listsOf(await read(from, sql`0`));
}

/** Whether something still has a retired round or group, so that filters offer it. */
const isInUse = sql`case when ${listEntries}.retired_at is null then 1
  when list = 'rounds' then exists (
    select 1 from ${pipelines} where funding_round = ${listEntries}.name)
  when list = 'groups' then exists (
    select 1 from ${users} where ${users}."group" = ${listEntries}.name)
  else 0 end`;

async function read(from: Db, isUsed: SQL) {
  const { id, list, name, kind, days, position, retiredAt, replacedBy, former } = listEntries;
  return from
    .select({
      id,
      list,
      name,
      kind,
      days,
      position,
      retiredAt,
      replacedBy,
      former,
      isInUse: isUsed.mapWith(Boolean),
    })
    .from(listEntries)
    .orderBy(asc(position), asc(id));
}

/** The numbers of days that next meetings have or had, each once. */
export async function meetingDaysInLists(): Promise<number[]> {
  const entries = await cachedUntilCommit('lists', () => read(db, isInUse));
  const days = entries.flatMap(({ list, days }) => (list === 'meetings' ? (days ?? []) : []));
  return [...new Set(days)];
}

/** Whether one of the list's entries has to be chosen. */
export async function isRequired(list: ListName, from: Db = db): Promise<boolean> {
  return (await from.$count(lists, and(eq(lists.name, list), eq(lists.isRequired, true)))) > 0;
}

/** The stages as they are now. */
export async function listStages(): Promise<Stages> {
  return stagesOf(await currentLists());
}

/** The same within a transaction or a snapshot. */
export async function readStages(from: Db): Promise<Stages> {
  return stagesOf(await readLists(from));
}

/** The fund's stages, as deals refer to them. */
export function stagesOf(lists: Lists) {
  const all = lists.entries('stages') as Stage[];
  const byId = new Map(all.map((stage) => [stage.id, stage]));
  /** In their order, without retired ones. */
  const listed = all.filter(({ retiredAt }) => !retiredAt);
  /** What new deals get. */
  const first = listed.find((stage) => !isClosed(stage)) ?? listed[0]!;
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
export type Stages = ReturnType<typeof stagesOf>;

/** A stage by its name. Throws 400 for `stage` if there is none. */
export function stageNamed(stages: Stages, name: string): Stage {
  const stage = stages.listed.find((listed) => listed.name === name);
  if (!stage) throw invalid([{ path: 'stage', message: 'There is no stage with this name' }]);
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
