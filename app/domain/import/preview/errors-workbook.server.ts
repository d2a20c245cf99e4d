import { and, asc, eq, gt, isNotNull, or, sql } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type Import, type ImportRow, importRows, type ImportSheet } from '#db/schema';
import { makeSheet, MAX_CHUNK_ROWS, type Sheet, type SheetColumn } from '~/domain/export/sheet';
import { getCellText, getColumnIndex } from '~/domain/import/reading/cell';
import { formatCellProblem } from '~/domain/import/record/labels';

type ErrorRow = Pick<ImportRow, 'cells' | 'outcome'>;

export const hasSkippedCells = isNotNull(sql`${importRows.outcome} ->> '$.skippedCells'`);

/**
 * Lists rows with errors or skipped cells under their own headers, with the reasons, to be
 * corrected and imported again.
 */
export function buildErrorSheets({ id, sheets }: Import, from: Db): Sheet[] {
  return sheets.flatMap((sheet, index) =>
    sheet.holds === 'ignored'
      ? []
      : [makeSheet(sheet.name, buildErrorColumns(sheet), iterateErrorRows(from, id, index))],
  );
}

function buildErrorColumns({ headers }: ImportSheet): SheetColumn<ErrorRow>[] {
  const columns = headers.map((header, i): SheetColumn<ErrorRow> => ({
    header,
    width: 20,
    value: ({ cells }) => {
      const cell = cells[i] ?? null;
      return typeof cell === 'number' ? cell : getCellText(cell);
    },
  }));
  const reason = {
    header: 'Reason',
    width: 60,
    value: (row: ErrorRow) => formatRowReasons(row, headers),
  };
  return [...columns, reason];
}

/** Names the column, as cells have other addresses in this workbook. */
function formatRowReasons({ outcome }: ErrorRow, headers: string[]): string {
  return [...(outcome?.problems ?? []), ...(outcome?.skippedCells ?? [])]
    .map((problem) => {
      const header = headers[getColumnIndex(problem.cell)] ?? problem.cell;
      return `${header}${problem.value.trim() ? ':' : ''} ${formatCellProblem(problem)}`;
    })
    .join('\n');
}

async function* iterateErrorRows(from: Db, id: number, sheet: number): AsyncGenerator<ErrorRow> {
  const { n, cells, outcome } = importRows;
  const isWanted = or(eq(importRows.kind, 'error'), hasSkippedCells);
  const isError = and(eq(importRows.importId, id), isWanted);
  for (let after = 0; ;) {
    const rows = await from
      .select({ n, cells, outcome })
      .from(importRows)
      .where(and(isError, eq(importRows.sheet, sheet), gt(n, after)))
      .orderBy(asc(n))
      .limit(MAX_CHUNK_ROWS);
    yield* rows;
    if (rows.length < MAX_CHUNK_ROWS) return;
    after = rows.at(-1)!.n;
  }
}
