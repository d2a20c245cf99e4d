import { and, countDistinct, eq } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { historyEvents, type Import, imports } from '#db/schema';
import { runStagedWrite, type StagedDatabase } from '#db/staged-write';
import { canUndoImport, type Viewer } from '~/domain/access';
import { isActiveField, listCustomFields } from '~/domain/custom-field/list.server';
import { importOperationId, undoOperationId } from '~/domain/history/operation-id';
import { listNewFields } from '~/domain/import/mapping/new-fields.server';
import { withImportWriteLock } from '~/domain/import/record/lock.server';
import { listSkippedDeals, type SkippedDeal } from '~/domain/operations/undo/skipped.server';
import { undoOperation } from '~/domain/operations/undo/undo.server';
import { isSameName } from '~/domain/option-list/option-lists';
import { visibleImports } from '~/domain/visibility.server';
import { conflict, forbidden, notFound } from '~/errors';
import { getActiveImporter } from './users.server';

/**
 * Deletes what an import created and reverts what it changed, except where somebody has changed it
 * since (`skipped`). Throws 403 unless the viewer is its importer or an admin, and 409 if it is not
 * done or was undone.
 */
export async function undoImport(viewer: Viewer, id: number) {
  await getUndoableImport(db, viewer, id);
  const undoneAt = await withImportWriteLock(id, () =>
    runStagedWrite((staged) => undoInTransaction(viewer, id, staged)),
  );
  const { unseen: _, ...outcome } = await summarizeUndo(viewer, { id, undoneAt });
  return outcome;
}

async function undoInTransaction(
  viewer: Viewer,
  id: number,
  staged: StagedDatabase,
): Promise<Date> {
  const { tx } = staged;
  staged.stageImport(id);
  await getUndoableImport(tx, viewer, id);
  const importer = await getActiveImporter(tx, viewer);
  const { undoneAt } = await undoOperation(staged, importer, importOperationId(id), {
    notifiesOwners: true,
  });
  await tx.update(imports).set({ undoneAt }).where(eq(imports.id, id));
  return undoneAt;
}

interface UndoSummary {
  deleted: number;
  reverted: number;
  skipped: Pick<SkippedDeal, 'id' | 'companyName' | 'why' | 'isGone'>[];
  unseen: number;
  alreadyDeleted?: number;
  /** Names of the custom fields that the import created; deals in the trash have values for them. */
  keptFields?: string[];
}

export async function summarizeUndo(
  viewer: Viewer,
  { id, undoneAt }: { id: number; undoneAt: Date },
): Promise<UndoSummary> {
  const isUndo = eq(historyEvents.operationId, undoOperationId(importOperationId(id)));
  const isDeleted = and(
    isUndo,
    eq(historyEvents.subject, 'pipeline'),
    eq(historyEvents.kind, 'deleted'),
  );
  const deals = countDistinct(historyEvents.subjectId);
  const [[all], [deleted], skipped, keptFields] = await Promise.all([
    db.select({ deals }).from(historyEvents).where(isUndo),
    db.select({ deals }).from(historyEvents).where(isDeleted),
    listSkippedDeals(db, viewer, importOperationId(id), undoneAt),
    listKeptFields(id),
  ]);
  return {
    deleted: deleted!.deals,
    reverted: all!.deals - deleted!.deals,
    skipped: skipped.deals.map(({ id, companyName, why, isGone }) => ({
      id,
      companyName,
      why,
      isGone,
    })),
    unseen: skipped.invisible,
    alreadyDeleted: skipped.alreadyDeleted || undefined,
    keptFields: keptFields.length ? keptFields : undefined,
  };
}

async function listKeptFields(id: number): Promise<string[]> {
  const [importRecord] = await db
    .select({ sheets: imports.sheets })
    .from(imports)
    .where(eq(imports.id, id));
  const created = importRecord ? listNewFields(importRecord).map(({ name }) => name) : [];
  if (!created.length) return [];
  const fields = (await listCustomFields()).filter(isActiveField);
  return created.filter((name) => fields.some((field) => isSameName(field.name, name)));
}

async function getUndoableImport(tx: Db, viewer: Viewer, id: number): Promise<Import> {
  const [importRecord] = await tx
    .select()
    .from(imports)
    .where(and(eq(imports.id, id), visibleImports(viewer)));
  if (!importRecord) throw notFound('This import does not exist');
  if (!canUndoImport(viewer, importRecord)) throw forbidden();
  if (importRecord.state !== 'done')
    throw conflict('There is nothing to undo because nothing has been imported yet.');
  if (importRecord.undoneAt) throw conflict('This import has already been undone.');
  return importRecord;
}
