import { and, eq, inArray, lt, ne, notInArray } from 'drizzle-orm';
import { importRows, imports } from '#db/schema';
import { transactionUsingReserve } from '#db/transaction';
import { deleteImportRows } from './delete-rows.server';
import { listImportsBeingWritten } from './lock.server';

export async function purgeImports(now: Date): Promise<void> {
  const isOver = and(
    ne(imports.state, 'done'),
    lt(imports.expire, now),
    notInArray(imports.id, listImportsBeingWritten()),
  );
  const over = await transactionUsingReserve((tx) =>
    tx.select({ id: imports.id }).from(imports).where(isOver),
  );
  const completed = await transactionUsingReserve((tx) => {
    const withRows = tx.select({ id: importRows.importId }).from(importRows);
    return tx
      .select({ id: imports.id })
      .from(imports)
      .where(
        and(eq(imports.state, 'done'), lt(imports.expire, now), inArray(imports.id, withRows)),
      );
  });
  for (const { id } of completed) await transactionUsingReserve((tx) => deleteImportRows(tx, id));
  for (const { id } of over) {
    await transactionUsingReserve((tx) => deleteImportRows(tx, id));
    await transactionUsingReserve((tx) =>
      tx.delete(imports).where(and(eq(imports.id, id), isOver)),
    );
  }
}
