import { and, asc, eq, gt } from 'drizzle-orm';
import type { Db } from '#db/client';
import { importRows, imports, type ImportSheet } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { toContactImportFields } from '~/domain/contact/import-fields';
import { findCurrencyColumns } from '~/domain/import/mapping/currency-columns';
import { findDayFirst } from '~/domain/import/values/dates';
import { findStageOfSheet } from '~/domain/import/values/guess-choice';
import { pick } from '~/domain/record';
import { compareExported } from './compare-exported';
import { compareByName, compareNew } from './compare-new';
import type { RowComparison, StoredDeal } from './comparison';
import {
  type ChunkContext,
  createComparisonContext,
  listMatches,
  loadChunkContext,
  type RowPosition,
} from './comparison-context.server';
import { findSameContact, parseContact } from './contact';
import { createFileRow, type FileRow, listAppendedColumns, mapColumns } from './file-row';
import { createLeftOutCheck } from './left-out-rows';
import { buildErrorRow, buildLeftOutRow, NO_COMPANY } from './outcome';
import { markRepeatedFields } from './repeated-fields';
import { createHeadingCheck } from './section-heading';
import { UnknownValueCollector } from './unknown-values';

export interface ComparedRow extends RowComparison {
  n: number;
}

/** Bounds memory: a row may have 70 KB. */
const MAX_COMPARED_ROWS = 100;

const NO_EDITABLE_DEAL = 'names no deal that you can change';

const NO_SUCH_NAME = 'is not the name of a deal that you can see';

const AMBIGUOUS_NAME = 'is the name of several deals. Use the column Reference to say which one';

export async function* compareRows(
  viewer: Viewer,
  importId: number,
  tx: Db,
  {
    refusesCells = false,
    createsDuplicates = false,
    unknownValues = new UnknownValueCollector(),
  } = {},
): AsyncGenerator<ComparedRow[]> {
  const [importRecord] = await tx.select().from(imports).where(eq(imports.id, importId));
  if (!importRecord) return;
  const comparison = {
    ...(await createComparisonContext(viewer, importRecord, tx)),
    refusesCells,
    createsDuplicates,
    unknownValues,
  };
  const getLeftOutReason = createLeftOutCheck(
    createHeadingCheck(comparison.lists, comparison.optionParser),
  );
  const sheets = importRecord.sheets.map((sheet, index) =>
    prepareSheet(sheet, index, comparison.stages.names),
  );
  const { n, sheet, row, cells } = importRows;
  for (let last = 0; ;) {
    const rows = await tx
      .select({ n, sheet, row, cells })
      .from(importRows)
      .where(and(eq(importRows.importId, importId), gt(n, last)))
      .orderBy(asc(n))
      .limit(MAX_COMPARED_ROWS);
    if (!rows.length) return;
    last = rows.at(-1)!.n;
    const used = rows.flatMap((stored): FileRow[] => {
      const { holds, columns, ...about } = sheets[stored.sheet]!;
      return holds === 'ignored' ? [] : [{ ...createFileRow(stored, holds, columns), ...about }];
    });
    const context = await loadChunkContext(comparison, used);
    yield used.map((row) => {
      const reason = getLeftOutReason(row);
      if (reason) return { n: row.n, ...buildLeftOutRow(row, reason) };
      const compared = markRepeatedFields(
        row,
        compareRow(row, context),
        context.earlierValues,
        (earlier) => formatRowPosition(context, earlier, row),
      );
      return { n: row.n, ...compared };
    });
  }
}

function prepareSheet(sheet: ImportSheet, index: number, stages: string[]) {
  const columns = mapColumns(sheet, index);
  return {
    ...pick(sheet, ['holds', 'amounts', 'notations', 'chosenSeparators', 'unitsRow', 'headers']),
    columns,
    currencyColumns: findCurrencyColumns(sheet),
    appendedColumns: listAppendedColumns(sheet),
    settledDayFirst: mapSettledDayFirst(sheet, columns),
    stageSheet: getStageSheet(sheet, stages),
  };
}

function mapSettledDayFirst(
  sheet: ImportSheet,
  columns: Map<string, number>,
): Map<string, boolean> {
  return new Map(
    [...columns].flatMap(([target, column]): [string, boolean][] => {
      const dayFirst = findDayFirst(sheet, column);
      return dayFirst === undefined ? [] : [[target, dayFirst]];
    }),
  );
}

function getStageSheet({ name, holds, targets }: ImportSheet, stages: string[]) {
  const isAsked = holds === 'deals' && !targets.includes('stage');
  return isAsked && findStageOfSheet(name, stages) ? name : undefined;
}

function compareRow(row: FileRow, context: ChunkContext): RowComparison {
  if (row.referenceText) return compareReferenced(row, context);
  if (!row.company) return buildErrorRow(row, 'companyName', NO_COMPANY);
  return row.holds === 'evaluations'
    ? compareEvaluation(row, context)
    : compareUnreferenced(row, context);
}

const getDealRowKey = ({ holds }: FileRow, id: number) => `${holds} ${id}`;

function findSameDealProblem(context: ChunkContext, row: FileRow, id: number): string | undefined {
  const before = context.dealRows.get(getDealRowKey(row, id));
  return before && `is about the same deal as ${formatRowPosition(context, before, row)}`;
}

function recordDealRow({ dealRows }: ChunkContext, row: FileRow, id: number): void {
  dealRows.set(getDealRowKey(row, id), getRowPosition(row));
}

function getRowPosition({ n, sheet, row }: FileRow): RowPosition {
  return { n, sheet, row };
}

function formatRowPosition(
  { sheetNames }: ChunkContext,
  { sheet, row }: RowPosition,
  from: RowPosition,
): string {
  return sheet === from.sheet ? `row ${row}` : `row ${row} of the sheet ${sheetNames[sheet]}`;
}

function findDealWithContact(
  { deals, contacts }: ChunkContext,
  row: FileRow,
  id: number | undefined,
): StoredDeal | undefined {
  const deal = id === undefined ? undefined : deals.get(id);
  const contact = deal && findSameContact(contacts.get(deal.id) ?? [], parseContact(row).values);
  if (!contact) return deal;
  const values = { ...deal.values, ...toContactImportFields(contact) };
  return { ...deal, values, contactId: contact.id };
}

function compareReferenced(row: FileRow, context: ChunkContext): RowComparison {
  const deal = findDealWithContact(context, row, row.reference?.id);
  if (!deal || deal.createdAt.getTime() !== row.reference!.createdAt)
    return buildErrorRow(row, 'reference', NO_EDITABLE_DEAL);
  const problem = findSameDealProblem(context, row, deal.id);
  if (problem) return buildErrorRow(row, 'reference', problem);
  recordDealRow(context, row, deal.id);
  const holds = row.holds === 'deals' ? 'deals' : 'evaluations';
  const changed = context.exportedValues[holds].get(deal.id) ?? {};
  const exportedValues = context.rowsWithHistory.has(row) ? changed : undefined;
  const stored = holds === 'deals' ? deal.values : (context.evaluations.get(deal.id) ?? {});
  return compareExported(row, { deal, stored, exportedValues }, context);
}

function compareUnreferenced(row: FileRow, context: ChunkContext): RowComparison {
  const ids = listMatches(context.matches, row);
  const match = findDealWithContact(context, row, ids[0]);
  const compared = compareNew(row, match, ids, context);
  if (compared.kind !== 'new' || !row.companyKeys.length) return compared;
  const before = row.companyKeys.map((key) => context.newRows.get(key)).find(Boolean);
  if (!before) {
    for (const key of row.companyKeys) context.newRows.set(key, getRowPosition(row));
    return compared;
  }
  const note = `The same company is in ${formatRowPosition(context, before, row)}`;
  const notes = [...(compared.outcome.notes ?? []), note];
  const outcome = { ...compared.outcome, notes, sameAs: before.n };
  return { kind: 'duplicate', dealId: null, outcome, choice: 'skip' };
}

function compareEvaluation(row: FileRow, context: ChunkContext): RowComparison {
  const [id, ...otherIds] = listMatches(context.matches, row);
  const deal = id === undefined ? undefined : context.deals.get(id);
  if (!deal) return buildErrorRow(row, 'companyName', NO_SUCH_NAME);
  if (otherIds.length) return buildErrorRow(row, 'companyName', AMBIGUOUS_NAME);
  const problem = findSameDealProblem(context, row, deal.id);
  if (problem) return buildErrorRow(row, 'companyName', problem);
  recordDealRow(context, row, deal.id);
  return compareByName(row, deal, context.evaluations.get(deal.id) ?? {}, context);
}
