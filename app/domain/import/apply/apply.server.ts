import { and, eq, isNotNull } from 'drizzle-orm';
import { db } from '#db/client';
import { type Import, type ImportCounts, importRows, imports } from '#db/schema';
import { runStagedWrite, type StagedDatabase } from '#db/staged-write';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { deleteUnusedCustomFields } from '~/domain/custom-field/delete.server';
import { type CustomFieldName, parseCustomFieldName } from '~/domain/custom-field/names';
import { importOperationId } from '~/domain/history/operation-id';
import { createNewFields, listNewFields } from '~/domain/import/mapping/new-fields.server';
import { deleteImportRows } from '~/domain/import/record/delete-rows.server';
import {
  getIdleImport,
  getOwnImport,
  withImportWriteLock,
} from '~/domain/import/record/lock.server';
import { conflict } from '~/errors';
import { type ChosenRow, iterateChosenRows } from './chosen-rows.server';
import type { ApplyContext } from './context.server';
import { createDeals } from './create-deals.server';
import { updateEvaluations } from './evaluations.server';
import { listDealsCreatedSince } from './new-duplicates.server';
import { updateDeals } from './update-deals.server';
import { getActiveImporter } from './users.server';

/**
 * Writes all chosen rows, or nothing. Throws 409 unless the import is in its preview, or if a
 * chosen deal has changed since: then the import stays there, to be compared again.
 */
export async function applyImport(viewer: Viewer, id: number): Promise<ImportCounts> {
  const importRecord = await getIdleImport(db, viewer, id, ['preview']);
  const counts = await withImportWriteLock(id, () =>
    withNewFields(viewer, importRecord, (names) =>
      runStagedWrite((staged) => applyInTransaction(viewer, id, staged, names)),
    ),
  );
  await transaction((tx) => deleteImportRows(tx, id));
  return counts;
}

/** Names of new fields by the targets that stand for them in the compared rows. */
type NewFieldNames = Map<string, CustomFieldName>;

/** Creates the new fields, and deletes them if the rows are rejected. */
async function withNewFields<T>(
  viewer: Viewer,
  importRecord: Import,
  work: (names: NewFieldNames) => Promise<T>,
): Promise<T> {
  const names: NewFieldNames = listNewFields(importRecord).length
    ? await transaction(async (tx) =>
        createNewFields(tx, await getActiveImporter(tx, viewer), importRecord),
      )
    : new Map();
  try {
    return await work(names);
  } catch (error) {
    const keys = [...names.values()].map((name) => parseCustomFieldName(name)!);
    if (keys.length) await transaction((tx) => deleteUnusedCustomFields(tx, viewer, keys));
    throw error;
  }
}

async function applyInTransaction(
  viewer: Viewer,
  id: number,
  staged: StagedDatabase,
  newFieldNames: NewFieldNames,
): Promise<ImportCounts> {
  const { tx } = staged;
  staged.copyImport(id);
  const importRecord = await getOwnImport(tx, viewer, id, ['preview']);
  const importer = await getActiveImporter(tx, viewer);
  const context: ApplyContext = {
    ...staged,
    viewer: importer,
    operation: { at: new Date(), operationId: importOperationId(id) },
    created: 0,
    updated: 0,
    changedCompanies: await listDealsCreatedSince(db, importer, id),
    newFieldNames,
    newDealIds: new Map(),
    writtenFields: new Map(),
    owners: new Map(),
  };
  if (!context.changedCompanies.length) await applyRows(context, importRecord);
  if (context.changedCompanies.length) throw conflict(formatChangedSince(context.changedCompanies));
  const { created, updated, operation } = context;
  // Counts rows of the preview, as ignored sheets have others.
  const isCompared = and(eq(importRows.importId, id), isNotNull(importRows.kind));
  const rows = await tx.$count(importRows, isCompared);
  const counts = { ...importRecord.counts, created, updated, skipped: rows - created - updated };
  await tx
    .update(imports)
    .set({ state: 'done', counts, importedAt: operation.at })
    .where(eq(imports.id, id));
  return counts;
}

async function applyRows(context: ApplyContext, importRecord: Import): Promise<void> {
  for await (const rows of iterateChosenRows(context, importRecord)) {
    const deals = rows.filter(({ holds }) => holds === 'deals');
    const isNew = createNewRowTest(context, deals);
    await createDeals(context, deals.filter(isNew));
    await updateDeals(
      context,
      deals
        .filter((row) => !isNew(row))
        .map((row) => ({ ...row, pipelineId: getRowDealId(context, row) })),
    );
    await updateEvaluations(
      context,
      rows.filter(({ holds }) => holds === 'evaluations'),
    );
  }
}

/** Includes rows that would fill the deal of a skipped row. */
function createNewRowTest({ newDealIds }: ApplyContext, rows: ChosenRow[]) {
  const created = new Set(newDealIds.keys());
  const isNew = new Set<number>();
  for (const { n, choice, outcome } of rows) {
    const first = outcome.sameAs ?? n;
    if (choice === 'update' && (outcome.sameAs === undefined || created.has(first))) continue;
    isNew.add(n);
    created.add(first);
  }
  return ({ n }: ChosenRow) => isNew.has(n);
}

/** Returns the row's deal, or the one that an earlier row of the company created. */
function getRowDealId({ newDealIds }: ApplyContext, { pipelineId, outcome }: ChosenRow): number {
  return pipelineId ?? newDealIds.get(outcome.sameAs ?? 0) ?? 0;
}

const MAX_NAMED_COMPANIES = 3;

function formatChangedSince(names: string[]): string {
  const named = [...new Set(names)];
  const moreCount = named.length - MAX_NAMED_COMPANIES;
  const list = [
    ...named.slice(0, MAX_NAMED_COMPANIES),
    ...(moreCount > 0 ? [`${moreCount.toLocaleString('en')} more`] : []),
  ];
  const who = new Intl.ListFormat('en').format(list);
  return `Changed since the preview: ${who}. Please compare again.`;
}
