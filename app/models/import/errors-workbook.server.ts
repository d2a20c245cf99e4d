import { and, asc, eq, gt, isNotNull, or, sql } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type Import, importRows, type ImportRow, type ImportSheet } from '#db/schema';
import { CHUNK, type Column, type Sheet, sheetOf } from '~/models/workbook';
import { cellText, columnIndex } from './cell';
import { problemText } from './labels';

type ErrorRow = Pick<ImportRow, 'cells' | 'outcome'>;

/** Rows that are imported without some of their cells. */
export const hasSkippedCells = isNotNull(sql`${importRows.outcome} ->> '$.skippedCells'`);

/**
 * The rows with errors, and those imported without some cells, under their own headers, and why;
 * corrected, they can be imported again.
 */
export function errorSheets({ id, sheets }: Import, from: Db): Sheet[] {
  return sheets.flatMap((sheet, index) =>
    sheet.holds === 'ignored'
      ? []
      : [sheetOf(sheet.name, errorColumns(sheet), errorRows(from, id, index))],
  );
}

function errorColumns({ headers }: ImportSheet): Column<ErrorRow>[] {
  const columns = headers.map((header, i): Column<ErrorRow> => ({
    header,
    width: 20,
    value: ({ cells }) => {
      const cell = cells[i] ?? null;
      return typeof cell === 'number' ? cell : cellText(cell);
    },
  }));
  const reason = { header: 'Reason', width: 60, value: (row: ErrorRow) => reasonOf(row, headers) };
  return [...columns, reason];
}

/** Cells have other addresses in this workbook, so the reason names the column. */
function reasonOf({ outcome }: ErrorRow, headers: string[]): string {
  return [...(outcome?.problems ?? []), ...(outcome?.skippedCells ?? [])]
    .map((problem) => {
      const header = headers[columnIndex(problem.cell)] ?? problem.cell;
      return `${header}${problem.value.trim() ? ':' : ''} ${problemText(problem)}`;
    })
    .join('\n');
}

async function* errorRows(from: Db, id: number, sheet: number): AsyncGenerator<ErrorRow> {
  const { n, cells, outcome } = importRows;
  const isWanted = or(eq(importRows.kind, 'error'), hasSkippedCells);
  const isError = and(eq(importRows.importId, id), isWanted);
  for (let after = 0; ;) {
    const rows = await from
      .select({ n, cells, outcome })
      .from(importRows)
      .where(and(isError, eq(importRows.sheet, sheet), gt(n, after)))
      .orderBy(asc(n))
      .limit(CHUNK);
    yield* rows;
    if (rows.length < CHUNK) return;
    after = rows.at(-1)!.n;
  }
}
