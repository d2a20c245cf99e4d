import { imports } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import type { ImportFile } from '~/domain/import/reading/read-job';
import { IMPORT_TTL_MS } from '~/domain/import/record/retention';
import { truncate } from '~/domain/text/text';
import type { ChildLimits } from '~/jobs/threads/child.server';
import { readImportFile } from './read.server';

type StartOptions = ChildLimits & { isLoose?: boolean; suggestsFields?: boolean };

const MAX_FILE_NAME_LENGTH = 200;

/** Starts an import. `read` settles when its rows are stored, or when it has failed and `problem` says why. */
export async function startImport(
  viewer: Viewer,
  file: ImportFile,
  { isLoose, suggestsFields, ...limits }: StartOptions = {},
): Promise<{ id: number; read: Promise<void> }> {
  const createdAt = new Date();
  const id = await transaction(async (tx) => {
    const [created] = await tx
      .insert(imports)
      .values({
        userId: viewer.id,
        userEmail: viewer.email,
        fileName: 'cells' in file ? 'Pasted cells' : sanitizeFileName(file.name),
        state: 'reading',
        createdAt,
        expire: new Date(createdAt.getTime() + IMPORT_TTL_MS),
      })
      .returning({ id: imports.id });
    return created!.id;
  });
  return { id, read: readImportFile(viewer, id, file, { limits, isLoose, suggestsFields }) };
}

function sanitizeFileName(name: string): string {
  const last = name.split(/[\\/]/).at(-1)!;
  const text = last.replace(/[\p{Cc}\p{Surrogate}\ufffe\uffff]/gu, '').trim();
  return truncate(text, MAX_FILE_NAME_LENGTH) || 'File';
}
