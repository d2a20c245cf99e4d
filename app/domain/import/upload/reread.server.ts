import { eq } from 'drizzle-orm';
import { db } from '#db/client';
import { imports, importTexts, type TextLayout } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import type { ImportFile } from '~/domain/import/reading/read-job';
import { deleteImportRows } from '~/domain/import/record/delete-rows.server';
import { getIdleImport } from '~/domain/import/record/lock.server';
import { badRequest } from '~/errors';
import { readFileInChild, readImportFile } from './read.server';

/**
 * Reads a text file again with another layout; earlier choices are dropped. Throws 400 and changes
 * nothing if it cannot be read so, and 409 (`getIdleImport`).
 */
export async function rereadImport(
  viewer: Viewer,
  id: number,
  layout: Partial<TextLayout>,
): Promise<{ read: Promise<void> }> {
  const { sheets, fileName } = await getIdleImport(db, viewer, id, ['columns', 'preview']);
  const [stored] = await db.select().from(importTexts).where(eq(importTexts.importId, id));
  if (!stored) throw badRequest('Only text files and pasted cells can be read in another way.');
  const isPasted = sheets[0]?.layout?.encoding === undefined;
  const file: ImportFile = isPasted
    ? { cells: stored.content.toString() }
    : { name: fileName, bytes: stored.content };
  const { encoding, separator } = layout;
  const chosen = isPasted ? { separator } : { encoding, separator };
  await assertReadable(viewer, file, chosen);
  await transaction(async (tx) => {
    await getIdleImport(tx, viewer, id, ['columns', 'preview']);
    await deleteImportRows(tx, id);
    await tx
      .update(imports)
      .set({ state: 'reading', progress: 0, problem: null, counts: {} })
      .where(eq(imports.id, id));
  });
  return {
    read: readImportFile(viewer, id, file, {
      layout: chosen,
      isLoose: true,
      suggestsFields: true,
    }),
  };
}

async function assertReadable(
  viewer: Viewer,
  file: ImportFile,
  layout: Partial<TextLayout>,
): Promise<void> {
  const result = await readFileInChild(viewer, file, async () => undefined, { layout });
  if ('problem' in result) throw badRequest(result.problem);
}
