import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { cachedUntilCommit } from '#db/cache';
import { db, type Db } from '#db/client';
import { listEntries, type ListName, lists, pipelines, users } from '#db/schema';
import { type Lists, listsOf } from './lists';

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

/** Whether one of the list's entries has to be chosen. */
export async function isRequired(list: ListName, from: Db = db): Promise<boolean> {
  return (await from.$count(lists, and(eq(lists.name, list), eq(lists.isRequired, true)))) > 0;
}
