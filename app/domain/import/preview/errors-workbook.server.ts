import { and, asc, eq, gt, or, type SQL } from 'drizzle-orm';
import { MAX_CHUNK_ROWS } from '#db/chunks';
import type { Db } from '#db/client';
import {
  type CustomField,
  type Import,
  type ImportRow,
  importRows,
  type ImportSheet,
} from '#db/schema';
import { queryCustomFields } from '~/domain/custom-field/list.server';
import { makeSheet, type Sheet, type SheetColumn } from '~/domain/export/sheet';
import { getColumnIndex } from '~/domain/import/reading/cell';
import {
  hasSkippedCells,
  ROW_SET_CONDITIONS,
  type RowSet,
} from '~/domain/import/record/row-sets.server';
import { formatCellProblem } from './cell-problem';
import { createCellWriters, listCorrectableHeaders } from './correctable-cell.server';

type ErrorRow = Pick<ImportRow, 'cells' | 'outcome' | 'kind'>;

export async function buildErrorSheets(
  { id, sheets }: Import,
  tx: Db,
  set?: RowSet,
): Promise<Sheet[]> {
  const fields = await queryCustomFields(tx);
  const isWanted = set
    ? ROW_SET_CONDITIONS[set]
    : or(eq(importRows.kind, 'error'), hasSkippedCells);
  return sheets.flatMap((sheet, index) => {
    if (sheet.holds === 'ignored') return [];
    const isOfSheet = and(eq(importRows.importId, id), eq(importRows.sheet, index), isWanted);
    const columns = buildErrorColumns(sheet, fields);
    return [makeSheet(sheet.name, columns, iterateErrorRows(tx, isOfSheet))];
  });
}

function buildErrorColumns(sheet: ImportSheet, fields: CustomField[]): SheetColumn<ErrorRow>[] {
  const headers = listCorrectableHeaders(sheet);
  const columns = createCellWriters({ ...sheet, headers }, fields).map(
    (write, i): SheetColumn<ErrorRow> => ({
      header: headers[i]!,
      width: 20,
      getCell: ({ cells }) => write(cells),
    }),
  );
  const reason = {
    header: 'Reason',
    width: 60,
    getCell: (row: ErrorRow) => formatRowReasons(row, sheet),
  };
  return [...columns, reason];
}

function formatRowReasons({ outcome, kind }: ErrorRow, { headers, targets }: ImportSheet): string {
  const cells = [...(outcome?.problems ?? []), ...(outcome?.skippedCells ?? [])].map((problem) => {
    const header = headers[getColumnIndex(problem.cell)] ?? problem.cell;
    return `${header}${problem.value.trim() ? ':' : ''} ${formatCellProblem(problem)}`;
  });
  const placeholders = (outcome?.checks ?? [])
    .filter(({ to }) => to === null)
    .map(
      ({ field, text }) => `${headers[targets.indexOf(field)] ?? field}: '${text}' is left empty`,
    );
  const duplicate = kind === 'duplicate' ? ['Possible duplicate'] : [];
  return [...duplicate, ...(outcome?.notes ?? []), ...cells, ...placeholders].join('\n');
}

async function* iterateErrorRows(tx: Db, isOfSheet: SQL | undefined): AsyncGenerator<ErrorRow> {
  const { n, cells, outcome, kind } = importRows;
  for (let after = 0; ;) {
    const rows = await tx
      .select({ n, cells, outcome, kind })
      .from(importRows)
      .where(and(isOfSheet, gt(n, after)))
      .orderBy(asc(n))
      .limit(MAX_CHUNK_ROWS);
    yield* rows;
    if (rows.length < MAX_CHUNK_ROWS) return;
    after = rows.at(-1)!.n;
  }
}
