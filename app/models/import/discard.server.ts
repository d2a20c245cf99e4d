import { eq } from 'drizzle-orm';
import { imports } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/models/access';
import { deleteRows } from './write/chosen.server';
import { stopReading } from './stage.server';
import { lockImport } from './stored.server';

/** Deletes an import that was not completed. Returns its file's name. Throws 404 and 409. */
export async function discardImport(viewer: Viewer, id: number): Promise<string> {
  const name = await transaction(async (tx) => {
    const { fileName } = await lockImport(tx, viewer, id, [
      'reading',
      'columns',
      'preview',
      'failed',
      'dropped',
    ]);
    await deleteRows(tx, id);
    await tx.delete(imports).where(eq(imports.id, id));
    return fileName;
  });
  stopReading(id);
  return name;
}
