import { and, eq } from 'drizzle-orm';
import { db, type Db } from '#db/client';
import { type Import, imports } from '#db/schema';
import { type Staged, stagedWrite } from '#db/staged';
import { conflict, forbidden, notFound } from '~/refusal';
import { mayUndoImport, type Viewer } from '~/models/access';
import { importedDeals } from './imported.server';
import { readImporter } from './importing.server';
import { type KeptDeal, keptOf } from './kept.server';
import { getImport, visibleImports, whileWritten } from './stored.server';
import { takeBack, type Undoing } from './take-back.server';

/**
 * Deletes what an import created and sets back what it changed, except where somebody has changed it
 * since: those are `kept`. Reads the history alone. Throws 404, 403 unless the viewer is its
 * importer or an admin, and 409 if it is not done or was undone.
 */
export async function undoImport(
  viewer: Viewer,
  id: number,
): Promise<{ deleted: number; reverted: number; kept: KeptDeal[] }> {
  await lockDone(db, viewer, id);
  const { deleted, reverted, written } = await whileWritten(id, () =>
    stagedWrite((staged) => undo(viewer, id, staged)),
  );
  return { deleted, reverted, kept: await keptOf(db, viewer, id, written.at) };
}

async function undo(viewer: Viewer, id: number, staged: Staged): Promise<Undoing> {
  const { tx } = staged;
  staged.takeImport(id);
  const { importedAt } = await lockDone(tx, viewer, id);
  // The history tells the undo from the import by the time.
  const at = new Date(Math.max(Date.now(), importedAt!.getTime() + 1));
  const undoing: Undoing = {
    ...staged,
    viewer: await readImporter(tx, viewer),
    written: { at, importId: id },
    deleted: 0,
    reverted: 0,
    owners: new Map(),
  };
  for await (const deals of importedDeals(db, id)) await takeBack(undoing, deals);
  await tx.update(imports).set({ undoneAt: at }).where(eq(imports.id, id));
  return undoing;
}

/**
 * The deals of an import that stayed at its undo, by name, read again from the history; none if it
 * was not undone. Throws 404 if the import is not visible.
 */
export async function keptAfterUndo(viewer: Viewer, id: number): Promise<KeptDeal[]> {
  const { undoneAt } = await getImport(viewer, id);
  return undoneAt ? keptOf(db, viewer, id, undoneAt) : [];
}

async function lockDone(tx: Db, viewer: Viewer, id: number): Promise<Import> {
  const [found] = await tx
    .select()
    .from(imports)
    .where(and(eq(imports.id, id), visibleImports(viewer)));
  if (!found) throw notFound('This import does not exist');
  if (!mayUndoImport(viewer, found)) throw forbidden();
  if (found.state !== 'done') throw conflict('There is nothing to undo: nothing was imported yet.');
  if (found.undoneAt) throw conflict('This import was undone already.');
  return found;
}
