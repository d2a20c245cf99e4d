import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { cacheUntilCommit } from '#db/cache';
import { type Db, db } from '#db/client';
import { deals, listOptions, type OptionListName, optionLists, users } from '#db/schema';
import { buildOptionLists, type OptionLists } from './option-lists';

export async function getOptionLists(): Promise<OptionLists> {
  return buildOptionLists(await cacheUntilCommit('lists', () => queryOptions(db, isInUse)));
}

/** Skips the cache and `isInUse`, for transactions and snapshots. */
export async function queryOptionLists(tx: Db): Promise<OptionLists> {
  return buildOptionLists(await queryOptions(tx, sql`0`));
}

const isInUse = sql`case when ${listOptions}.retired_at is null then 1
  when list = 'rounds' then exists (
    select 1 from ${deals} where funding_round = ${listOptions}.name)
  when list = 'groups' then exists (
    select 1 from ${users} where ${users}."group" = ${listOptions}.name)
  else 0 end`;

async function queryOptions(tx: Db, isUsed: SQL) {
  const { id, list, name, kind, days, position, retiredAt, replacedBy, previousNames } =
    listOptions;
  return tx
    .select({
      id,
      list,
      name,
      kind,
      days,
      position,
      retiredAt,
      replacedBy,
      previousNames,
      isInUse: isUsed.mapWith(Boolean),
    })
    .from(listOptions)
    .orderBy(asc(position), asc(id));
}

export async function listMeetingDays(): Promise<number[]> {
  const options = await cacheUntilCommit('lists', () => queryOptions(db, isInUse));
  const days = options.flatMap(({ list, days }) => (list === 'meetings' ? (days ?? []) : []));
  return [...new Set(days)];
}

export async function isChoiceRequired(list: OptionListName, tx: Db = db): Promise<boolean> {
  return (
    (await tx.$count(
      optionLists,
      and(eq(optionLists.name, list), eq(optionLists.isRequired, true)),
    )) > 0
  );
}
