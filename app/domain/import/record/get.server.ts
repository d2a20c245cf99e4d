import { and, eq } from 'drizzle-orm';
import { db } from '#db/client';
import { type Import, imports } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { visibleImports } from '~/domain/visibility.server';
import { notFound } from '~/errors';

export async function getImport(viewer: Viewer, id: number): Promise<Import> {
  const [importRecord] = await db
    .select()
    .from(imports)
    .where(and(eq(imports.id, id), visibleImports(viewer)));
  if (!importRecord) throw notFound('This import does not exist');
  return importRecord;
}

export async function findImportFileName(viewer: Viewer, id: number): Promise<string | undefined> {
  const [row] = await db
    .select({ name: imports.fileName })
    .from(imports)
    .where(and(eq(imports.id, id), visibleImports(viewer)));
  return row?.name;
}
