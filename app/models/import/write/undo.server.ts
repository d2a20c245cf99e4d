import { and, countDistinct, eq } from 'drizzle-orm';
import { db, type Db } from '#db/client';
import { changes, type Import, imports } from '#db/schema';
import { type Staged, stagedWrite } from '#db/staged';
import { conflict, forbidden, notFound } from '~/refusal';
import { mayUndoImport, type Viewer } from '~/models/access';
import { importAct, undoOf } from '~/models/history/act';
import { type Kept, keptOf } from '~/models/undo/kept.server';
import { undoAct } from '~/models/undo/undo.server';
import { readImporter } from './importing.server';
import { whileWritten } from '~/models/import/stored.server';
import { visibleImports } from '~/models/visibility.server';

/**
 * Deletes what an import created and reverts what it changed, except where somebody has changed it
 * since: those are `kept`. Throws 404, 403 unless the viewer is its importer or an admin, and 409 if
 * it is not done or was undone.
 */
export async function undoImport(viewer: Viewer, id: number) {
  await lockDone(db, viewer, id);
  const undoneAt = await whileWritten(id, () => stagedWrite((staged) => undo(viewer, id, staged)));
  const { unseen: _, ...outcome } = await undoneImport(viewer, { id, undoneAt });
  return outcome;
}

async function undo(viewer: Viewer, id: number, staged: Staged): Promise<Date> {
  const { tx } = staged;
  staged.takeImport(id);
  await lockDone(tx, viewer, id);
  const importer = await readImporter(tx, viewer);
  const rules = { keeps: 'fields', tellsOwners: true } as const;
  const { written } = await undoAct(staged, importer, importAct(id), rules);
  await tx.update(imports).set({ undoneAt: written.at }).where(eq(imports.id, id));
  return written.at;
}

interface UndoneImport {
  deleted: number;
  reverted: number;
  kept: Omit<Kept['deals'][number], 'isGone'>[];
  unseen: number;
}

/** What an undo did, by the history: how many deals it deleted and reverted, and which it kept. */
export async function undoneImport(
  viewer: Viewer,
  { id, undoneAt }: { id: number; undoneAt: Date },
): Promise<UndoneImport> {
  const isUndo = eq(changes.actId, undoOf(importAct(id)));
  const isDeleted = and(isUndo, eq(changes.subject, 'pipeline'), eq(changes.act, 'deleted'));
  const deals = countDistinct(changes.subjectId);
  const [[all], [deleted], kept] = await Promise.all([
    db.select({ deals }).from(changes).where(isUndo),
    db.select({ deals }).from(changes).where(isDeleted),
    keptOf(db, viewer, importAct(id), undoneAt),
  ]);
  return {
    deleted: deleted!.deals,
    reverted: all!.deals - deleted!.deals,
    kept: kept.deals.map(({ isGone: _, ...deal }) => deal),
    unseen: kept.unseen,
  };
}

async function lockDone(tx: Db, viewer: Viewer, id: number): Promise<Import> {
  const [importRecord] = await tx
    .select()
    .from(imports)
    .where(and(eq(imports.id, id), visibleImports(viewer)));
  if (!importRecord) throw notFound('This import does not exist');
  if (!mayUndoImport(viewer, importRecord)) throw forbidden();
  if (importRecord.state !== 'done')
    throw conflict('There is nothing to undo because nothing has been imported yet.');
  if (importRecord.undoneAt) throw conflict('This import has already been undone.');
  return importRecord;
}
