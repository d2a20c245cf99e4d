import { and, desc, eq, inArray, isNotNull, isNull, ne, or } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { type Import, type ImportCounts, importRows, imports } from '#db/schema';
import { runStagedWrite, type StagedDatabase } from '#db/staged-write';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { deleteUnusedCustomFields } from '~/domain/custom-field/delete.server';
import { type CustomFieldName, parseCustomFieldName } from '~/domain/custom-field/names';
import { importOperationId } from '~/domain/history/operation-id';
import { createNewFields, listNewFields } from '~/domain/import/mapping/new-fields.server';
import { deleteImportRows, deleteUnlistedRows } from '~/domain/import/record/delete-rows.server';
import {
  getIdleImport,
  getOwnImport,
  withImportWriteLock,
} from '~/domain/import/record/lock.server';
import { MAX_RESULTS_WITH_ROWS, RESULT_ROWS_TTL_MS } from '~/domain/import/record/retention';
import { ROW_SET_CONDITIONS, type RowSet } from '~/domain/import/record/row-sets.server';
import { formatNumber } from '~/domain/text/text';
import { conflict } from '~/errors';
import { type ChosenRow, iterateChosenRows } from './chosen-rows.server';
import type { ApplyContext, ApplyResult } from './context.server';
import { createDeals } from './create-deals.server';
import { updateEvaluations } from './evaluations.server';
import { listCompaniesAddedSincePreview } from './new-duplicates.server';
import { createNewOptions, removeNewOptions } from './new-options.server';
import { loadOffered } from './offered.server';
import { type RowUpdate, updateDeals } from './update-deals.server';
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
  await transaction((tx) => deleteUnlistedRows(tx, id));
  await deleteOldResultRows(viewer);
  return counts;
}

type NewFieldNames = Map<string, CustomFieldName>;

/** Creates the new fields and options, and deletes them if the rows are refused. */
async function withNewFields<T>(
  viewer: Viewer,
  importRecord: Import,
  work: (names: NewFieldNames) => Promise<T>,
): Promise<T> {
  if (!listNewFields(importRecord).length && !importRecord.valueChoices) return work(new Map());
  const { names, options } = await transaction(async (tx) => {
    const importer = await getActiveImporter(tx, viewer);
    return {
      names: await createNewFields(tx, importer, importRecord),
      options: await createNewOptions(tx, importer, importRecord),
    };
  });
  try {
    return await work(names);
  } catch (error) {
    const keys = [...names.values()].map((name) => parseCustomFieldName(name)!);
    await transaction(async (tx) => {
      if (keys.length) await deleteUnusedCustomFields(tx, viewer, keys);
      await removeNewOptions(tx, viewer, options);
    });
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
  staged.stageImport(id);
  const importRecord = await getOwnImport(tx, viewer, id, ['preview']);
  const importer = await getActiveImporter(tx, viewer);
  const offered = await loadOffered(tx);
  const context: ApplyContext = {
    ...staged,
    viewer: importer,
    operation: { at: new Date(), operationId: importOperationId(id) },
    result: {
      created: 0,
      updated: 0,
      changedCompanies: await listCompaniesAddedSincePreview(importer, id),
    },
    newFieldNames,
    newDealIds: new Map(),
    writtenFields: new Map(),
    savedContactIds: new Set(),
    owners: new Map(),
    offered,
  };
  const { operation, result } = context;
  if (!result.changedCompanies.length) await applyRows(context, importRecord);
  // The rows may have named more.
  if (result.changedCompanies.length) throw conflict(formatChangedSince(result.changedCompanies));
  const counts = { ...importRecord.counts, ...(await countRows(tx, id, result)) };
  const expire = new Date(operation.at.getTime() + RESULT_ROWS_TTL_MS);
  await tx
    .update(imports)
    .set({ state: 'done', counts, importedAt: operation.at, expire })
    .where(eq(imports.id, id));
  return counts;
}

const isNotCreated = or(isNull(importRows.choice), ne(importRows.choice, 'create'));

async function countRows(tx: Db, id: number, { created, updated }: ApplyResult) {
  // Counts rows of the preview, as ignored sheets have others.
  const isCompared = and(eq(importRows.importId, id), isNotNull(importRows.kind));
  const isUnchanged = and(isCompared, eq(importRows.kind, 'unchanged'), isNotCreated);
  const countSet = (set: RowSet) => tx.$count(importRows, and(isCompared, ROW_SET_CONDITIONS[set]));
  return {
    created,
    updated,
    skipped: (await tx.$count(importRows, isCompared)) - created - updated,
    unchanged: await tx.$count(importRows, isUnchanged),
    withoutCells: await countSet('cells'),
    skippedDuplicates: await countSet('duplicates'),
    skippedByChoice: await countSet('skipped'),
  };
}

async function deleteOldResultRows(viewer: Viewer): Promise<void> {
  const withRows = db.select({ id: importRows.importId }).from(importRows);
  const results = await db
    .select({ id: imports.id })
    .from(imports)
    .where(
      and(eq(imports.userId, viewer.id), eq(imports.state, 'done'), inArray(imports.id, withRows)),
    )
    .orderBy(desc(imports.id));
  for (const { id } of results.slice(MAX_RESULTS_WITH_ROWS))
    await transaction((tx) => deleteImportRows(tx, id));
}

async function applyRows(context: ApplyContext, importRecord: Import): Promise<void> {
  for await (const rows of iterateChosenRows(context, importRecord)) {
    const deals = rows.filter(({ holds }) => holds === 'deals');
    const isNew = createNewRowTest(context, deals);
    await createDeals(context, deals.filter(isNew));
    await applyUpdates(
      context,
      deals.filter((row) => !isNew(row)),
    );
    await updateEvaluations(
      context,
      rows.filter(({ holds }) => holds === 'evaluations'),
    );
  }
}

function createNewRowTest({ newDealIds }: ApplyContext, rows: ChosenRow[]) {
  const created = new Set(newDealIds.keys());
  const isNew = new Set<number>();
  for (const { n, choice, outcome } of rows) {
    const first = outcome.sameAs ?? n;
    if (choice !== 'create' && (outcome.sameAs === undefined || created.has(first))) continue;
    isNew.add(n);
    created.add(first);
  }
  return ({ n }: ChosenRow) => isNew.has(n);
}

async function applyUpdates(context: ApplyContext, rows: ChosenRow[]): Promise<void> {
  const updates: RowUpdate[] = [];
  for (const row of rows) {
    const dealId = findRowDealId(context, row);
    if (dealId === undefined) context.result.changedCompanies.push(row.outcome.name);
    else updates.push({ ...row, dealId });
  }
  await updateDeals(context, updates);
}

function findRowDealId({ newDealIds }: ApplyContext, row: ChosenRow): number | undefined {
  const { sameAs } = row.outcome;
  return row.dealId ?? (sameAs === undefined ? undefined : newDealIds.get(sameAs));
}

const MAX_NAMED_COMPANIES = 3;

function formatChangedSince(names: string[]): string {
  const named = [...new Set(names)];
  const moreCount = named.length - MAX_NAMED_COMPANIES;
  const list = [
    ...named.slice(0, MAX_NAMED_COMPANIES),
    ...(moreCount > 0 ? [`${formatNumber(moreCount)} more`] : []),
  ];
  const who = new Intl.ListFormat('en').format(list);
  return `Changed since the preview: ${who}. Please compare again.`;
}
