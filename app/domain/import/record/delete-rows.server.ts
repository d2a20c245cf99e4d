import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { iterateChunks } from '#db/chunks';
import type { Db } from '#db/client';
import { importRows, importTexts } from '#db/schema';
import { isInSomeSet } from './row-sets.server';

const MAX_DELETED_ROWS = 500;

export async function deleteImportRows(tx: Db, id: number): Promise<void> {
  await deleteRows(tx, id);
}

/** Keeps only the rows that the page of a finished import still lists, such as errors. */
export async function deleteUnlistedRows(tx: Db, id: number): Promise<void> {
  // A condition on an empty choice is null and not false.
  await deleteRows(tx, id, sql`(${isInSomeSet}) is not true`);
}

async function deleteRows(tx: Db, id: number, condition?: SQL): Promise<void> {
  await tx.delete(importTexts).where(eq(importTexts.importId, id));
  const rows = await tx
    .select({ n: importRows.n })
    .from(importRows)
    .where(and(eq(importRows.importId, id), condition));
  for await (const chunk of iterateChunks(rows, MAX_DELETED_ROWS)) {
    const numbers = chunk.map(({ n }) => n);
    await tx
      .delete(importRows)
      .where(and(eq(importRows.importId, id), inArray(importRows.n, numbers)));
  }
}
