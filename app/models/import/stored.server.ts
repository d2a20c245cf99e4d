import { and, desc, eq, inArray } from 'drizzle-orm';
import { inChunks } from '#db/chunks';
import { db, type Db } from '#db/client';
import { type Import, importRows, imports, importTexts } from '#db/schema';
import { conflict, notFound } from '~/refusal';
import { type Viewer } from '~/models/access';
import { visibleImports } from '~/models/visibility.server';

/** How long an import that was not completed waits, in ms. */
export const IMPORT_TIME = 24 * 60 * 60_000;

const MOST_LISTED = 1_000;

const { id, userEmail, fileName, state, problem, counts } = imports;
const { createdAt, importedAt, undoneAt } = imports;
/** What lists show: the sheets of each may take megabytes in all. */
export const LISTED = {
  ...{ id, userEmail, fileName, state, problem, counts },
  ...{ createdAt, importedAt, undoneAt },
};

/** The latest first. */
export async function listImports(viewer: Viewer) {
  return db
    .select(LISTED)
    .from(imports)
    .where(visibleImports(viewer))
    .orderBy(desc(imports.id))
    .limit(MOST_LISTED);
}

/** Throws 404 if it is not visible or has expired. */
export async function getImport(viewer: Viewer, id: number): Promise<Import> {
  const [importRecord] = await db
    .select()
    .from(imports)
    .where(and(eq(imports.id, id), visibleImports(viewer)));
  if (!importRecord) throw notFound('This import does not exist');
  return importRecord;
}

/** The name of its file; undefined if it is not visible. */
export async function findImportName(viewer: Viewer, id: number): Promise<string | undefined> {
  const [row] = await db
    .select({ name: imports.fileName })
    .from(imports)
    .where(and(eq(imports.id, id), visibleImports(viewer)));
  return row?.name;
}

const written = new Set<number>();
const GONE_ON = 'This import has gone on in the meantime. Please look at it again.';

/** Imports whose rows are being written or undone. */
export function writtenImports(): number[] {
  return [...written];
}

/** Keeps other steps of an import away while its rows are written: throws 409 if they are already. */
export async function whileWritten<T>(id: number, work: () => Promise<T>): Promise<T> {
  if (written.has(id)) throw conflict(GONE_ON);
  written.add(id);
  return work().finally(() => written.delete(id));
}

/**
 * Reads an import of the viewer's own for a step within a transaction. Throws 404, and 409 unless it
 * is in one of these states, and while its rows are written: another tab was faster.
 */
export async function lockImport(
  tx: Db,
  viewer: Viewer,
  id: number,
  states: Import['state'][],
): Promise<Import> {
  const importRecord = await ownImport(tx, viewer, id, states);
  if (written.has(id)) throw conflict(GONE_ON);
  return importRecord;
}

/** The same also while its rows are written. */
export async function ownImport(
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
  if (!states.includes(importRecord.state)) throw conflict(GONE_ON);
  return importRecord;
}

/** Rows that are deleted at a time. */
const CHUNK = 500;

export async function deleteRows(tx: Db, id: number): Promise<void> {
  await tx.delete(importTexts).where(eq(importTexts.importId, id));
  const rows = await tx
    .select({ n: importRows.n })
    .from(importRows)
    .where(eq(importRows.importId, id));
  for await (const chunk of inChunks(rows, CHUNK)) {
    const numbers = chunk.map(({ n }) => n);
    await tx
      .delete(importRows)
      .where(and(eq(importRows.importId, id), inArray(importRows.n, numbers)));
  }
}
