import { and, eq, inArray } from 'drizzle-orm';
import { iterateChunks } from '#db/chunks';
import type { Db } from '#db/client';
import { importRows, importTexts } from '#db/schema';

const MAX_CHUNK_ROWS = 500;

export async function deleteImportRows(tx: Db, id: number): Promise<void> {
  await tx.delete(importTexts).where(eq(importTexts.importId, id));
  const rows = await tx
    .select({ n: importRows.n })
    .from(importRows)
    .where(eq(importRows.importId, id));
  for await (const chunk of iterateChunks(rows, MAX_CHUNK_ROWS)) {
    const numbers = chunk.map(({ n }) => n);
    await tx
      .delete(importRows)
      .where(and(eq(importRows.importId, id), inArray(importRows.n, numbers)));
  }
}
