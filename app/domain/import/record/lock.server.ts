import { and, eq } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type Import, imports } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { conflict, notFound } from '~/errors';

const importsBeingWritten = new Set<number>();

const CHANGED_IN_THE_MEANTIME = 'This import has moved on in the meantime. Please check it again.';

export function listImportsBeingWritten(): number[] {
  return [...importsBeingWritten];
}

/** Keeps other requests away while rows are written. Throws 409 if they are being written already. */
export async function withImportWriteLock<T>(id: number, work: () => Promise<T>): Promise<T> {
  if (importsBeingWritten.has(id)) throw conflict(CHANGED_IN_THE_MEANTIME);
  importsBeingWritten.add(id);
  return work().finally(() => importsBeingWritten.delete(id));
}

/**
 * Returns the viewer's import for its next stage. Throws 409 unless it is in one of these states,
 * and while its rows are written, as after a request of another tab.
 */
export async function getIdleImport(
  tx: Db,
  viewer: Viewer,
  id: number,
  states: Import['state'][],
): Promise<Import> {
  const importRecord = await getOwnImport(tx, viewer, id, states);
  if (importsBeingWritten.has(id)) throw conflict(CHANGED_IN_THE_MEANTIME);
  return importRecord;
}

export async function getOwnImport(
  tx: Db,
  viewer: Viewer,
  id: number,
  states: Import['state'][],
): Promise<Import> {
  const [importRecord] = await tx
    .select()
    .from(imports)
    .where(and(eq(imports.id, id), eq(imports.userId, viewer.id)));
  if (!importRecord) throw notFound('This import does not exist');
  if (!states.includes(importRecord.state)) throw conflict(CHANGED_IN_THE_MEANTIME);
  return importRecord;
}
