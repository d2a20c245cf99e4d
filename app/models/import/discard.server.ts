import { eq } from 'drizzle-orm';
import { imports } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/models/access';
import { deleteRows } from './chosen.server';
import { lockImport } from './stored.server';

/** Deletes an import that was not completed. Returns its file's name. Throws 404 and 409. */
export async function discardImport(viewer: Viewer, id: number): Promise<string> {
  return transaction(async (tx) => {
    const { fileName } = await lockImport(tx, viewer, id, [
      'reading',
      'columns',
      'preview',
      'failed',
    ]);
    await deleteRows(tx, id);
    await tx.delete(imports).where(eq(imports.id, id));
    return fileName;
  });
}
