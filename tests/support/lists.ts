import { db } from '#db/client';
import { listEntries, lists, pipelines } from '#db/schema';
import { transaction } from '#db/transaction';
import { spellingsOf } from '~/models/import/compare/spellings';
import { currentLists } from '~/models/lists/list.server';

/** The fund's lists as they are specified, before a test changes them. */

export const specified = await currentLists();
export const spellings = spellingsOf(specified);

const entries = await db.select().from(listEntries);

/** Deletes all deals, and makes the lists what they were. */
export async function resetLists(): Promise<void> {
  await transaction(async (tx) => {
    await tx.delete(pipelines);
    await tx.delete(listEntries);
    await tx.insert(listEntries).values(entries);
    await tx.update(lists).set({ isRequired: false });
  });
}
