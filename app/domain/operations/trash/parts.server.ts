import { between, eq, ne, sql } from 'drizzle-orm';
import { insertRows } from '#db/batch-insert';
import type { Db } from '#db/client';
import { trash, type TrashEntry } from '#db/schema';
import { parseTrashRows, serializeTrashRows, type TrashRows } from './entry.server';

/**
 * An entry of the trash may take more rows, its parts, as one JSON of all would be too long. Parts
 * have no name, and the ids that follow their entry's: one transaction inserts them.
 */
export const isTrashEntry = ne(trash.name, '');

export function isPart({ name }: Pick<TrashEntry, 'name'>): boolean {
  return name === '';
}

export type InsertPart = (rows: Partial<TrashRows>) => Promise<void>;

/** Inserts an entry whose parts `insertParts` adds one by one. Returns its id. */
export async function insertTrashEntry(
  tx: Db,
  entry: Omit<TrashEntry, 'id' | 'rows'>,
  insertParts: (insertPart: InsertPart) => Promise<void>,
): Promise<number> {
  const ids: number[] = [];
  await insertParts(async (part) => {
    const row = {
      ...entry,
      ...(ids.length && { name: '', deals: 0 }),
      rows: serializeTrashRows(part),
    };
    ids.push(...(await insertRows(tx, trash, [row])));
  });
  const [id = 0, ...otherIds] = ids;
  const rows = sql`json_set(${trash.rows}, '$.parts', ${otherIds.length})`;
  if (otherIds.length) await tx.update(trash).set({ rows }).where(eq(trash.id, id));
  return id;
}

/** Reads one part at a time: together they may have 100 MB. */
export async function* iterateParts(
  tx: Db,
  entryId: number,
  parts: number,
): AsyncGenerator<TrashRows> {
  for (let n = 1; n <= parts; n++) {
    const isNthPart = eq(trash.id, entryId + n);
    const [part] = await tx.select({ rows: trash.rows }).from(trash).where(isNthPart);
    yield parseTrashRows(part!.rows);
  }
}

export async function deleteTrashEntry(tx: Db, entryId: number, parts: number): Promise<void> {
  await tx.delete(trash).where(between(trash.id, entryId, entryId + parts));
}
