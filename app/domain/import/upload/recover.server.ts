import { and, eq, inArray } from 'drizzle-orm';
import { db } from '#db/client';
import { importRows, imports } from '#db/schema';
import { transactionUsingReserve } from '#db/transaction';
import { BACKGROUND_STAGES } from '~/domain/import/record/background-stage.server';
import { deleteImportRows, deleteUnlistedRows } from '~/domain/import/record/delete-rows.server';

/** Ends what was read or compared when the server stopped, also where the disk is nearly full. */
export async function recoverImports(): Promise<void> {
  const read = await transactionUsingReserve(async (tx) => {
    await tx.update(imports).set({ state: 'columns' }).where(eq(imports.state, 'comparing'));
    return tx
      .update(imports)
      .set({ state: 'failed', problem: BACKGROUND_STAGES.reading.interrupted })
      .where(eq(imports.state, 'reading'))
      .returning({ id: imports.id });
  });
  for (const { id } of read) await transactionUsingReserve((tx) => deleteImportRows(tx, id));
  for (const { id } of await listDoneImportsWithRows())
    await transactionUsingReserve((tx) => deleteUnlistedRows(tx, id));
}

async function listDoneImportsWithRows(): Promise<{ id: number }[]> {
  const rows = db.select({ id: importRows.importId }).from(importRows);
  return db
    .select({ id: imports.id })
    .from(imports)
    .where(and(eq(imports.state, 'done'), inArray(imports.id, rows)));
}
