import { and, asc, eq, isNull } from 'drizzle-orm';
import { db, type Db } from '#db/client';
import { listEntries, type ListName, lists } from '#db/schema';

/** The entries of a list in their order, without retired ones. */
export async function readEntries(list: ListName, from: Db = db) {
  return from
    .select()
    .from(listEntries)
    .where(and(eq(listEntries.list, list), isNull(listEntries.retiredAt)))
    .orderBy(asc(listEntries.position), asc(listEntries.id));
}

/** Whether one of the list's entries has to be chosen. */
export async function isRequired(list: ListName, from: Db = db): Promise<boolean> {
  return (await from.$count(lists, and(eq(lists.name, list), eq(lists.isRequired, true)))) > 0;
}
