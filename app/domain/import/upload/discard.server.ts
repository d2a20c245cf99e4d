import { eq } from 'drizzle-orm';
import { imports } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { deleteImportRows } from '~/domain/import/record/delete-rows.server';
import { getIdleImport } from '~/domain/import/record/lock.server';
import { readAbortControllers } from './read.server';

export async function discardImport(viewer: Viewer, id: number): Promise<string> {
  const name = await transaction(async (tx) => {
    const { fileName } = await getIdleImport(tx, viewer, id, [
      'reading',
      'columns',
      'preview',
      'failed',
      'dropped',
    ]);
    await deleteImportRows(tx, id);
    await tx.delete(imports).where(eq(imports.id, id));
    return fileName;
  });
  readAbortControllers.get(id)?.abort();
  return name;
}
