import { asc, eq } from 'drizzle-orm';
import { db } from '#db/client';
import { deals, type ImportCell, importRows, imports, type ImportSheet } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { getLatestHistoryMoment } from '~/domain/export/deals.server';
import { formatReference } from '~/domain/export/reference';
import { findSheet } from '~/domain/import/mapping/find-sheet';
import { type ComparedRow, compareRows } from '~/domain/import/preview/compare-rows.server';
import { isBlankCell } from '~/domain/import/reading/cell';
import { recordDateOrder } from '~/domain/import/values/dates';
import { readSheets } from '~/jobs/spreadsheets/read';
import { addDeal } from './deals';
import { optionParser } from './option-lists';

/** Stores files in the database as if they had been read. */

export interface FileSheet {
  name: string;
  rows: ImportCell[][];
}

function createSheet({ name, rows }: FileSheet, change: Partial<ImportSheet>): ImportSheet {
  const sheet = findSheet(name, rows.slice(0, 20), { isRound: optionParser.isRound });
  if (!sheet) throw new Error(`No header was found in ${name}.`);
  const days = { openDays: {}, settledDays: {} };
  for (const cells of rows.slice(sheet.headerRow)) recordDateOrder(days, cells);
  return { ...sheet, samples: [], ...days, rows: rows.length - sheet.headerRow, ...change };
}

export async function addImport(
  viewer: Viewer,
  files: FileSheet[],
  dayFirst: boolean | null = null,
  change: Partial<ImportSheet> = {},
): Promise<number> {
  const sheets = files.map((file) => createSheet(file, change));
  const rows = files.flatMap((file, sheet) =>
    file.rows.flatMap((cells, i) =>
      i < sheets[sheet]!.headerRow || cells.every(isBlankCell)
        ? []
        : [{ sheet, row: i + 1, cells }],
    ),
  );
  const now = new Date();
  return transaction(async (tx) => {
    const [stored] = await tx
      .insert(imports)
      .values({
        userId: viewer.id,
        userEmail: viewer.email,
        fileName: 'Deals.xlsx',
        sheets,
        dayFirst,
        state: 'columns',
        createdAt: now,
        expire: new Date(now.getTime() + 3_600_000),
      })
      .returning({ id: imports.id });
    const importId = stored!.id;
    for (let i = 0; i < rows.length; i += 500)
      await tx
        .insert(importRows)
        .values(rows.slice(i, i + 500).map((row, j) => ({ importId, n: i + j + 1, ...row })));
    return importId;
  });
}

export async function compareAll(viewer: Viewer, importId: number): Promise<ComparedRow[]> {
  const all: ComparedRow[] = [];
  for await (const rows of compareRows(viewer, importId, db)) all.push(...rows);
  return all;
}

/** Stores one sheet, headers first, and compares it. */
export async function compareSheet(
  viewer: Viewer,
  rows: ImportCell[][],
  dayFirst: boolean | null = null,
): Promise<ComparedRow[]> {
  return compareAll(viewer, await addImport(viewer, [{ name: 'Sheet1', rows }], dayFirst));
}

export async function getStoredImport(id: number) {
  const [stored] = await db.select().from(imports).where(eq(imports.id, id));
  const rows = await db
    .select()
    .from(importRows)
    .where(eq(importRows.importId, id))
    .orderBy(asc(importRows.n));
  return { ...stored!, rows };
}

export async function readWorkbookSheets(bytes: Uint8Array): Promise<FileSheet[]> {
  const sheets: FileSheet[] = [];
  for await (const { name, rows } of readSheets({ name: 'Deals.xlsx', bytes })) {
    const all: ImportCell[][] = [];
    for await (const { row, cells } of rows) all[row - 1] = cells;
    sheets.push({ name, rows: Array.from(all, (cells) => cells ?? []) });
  }
  return sheets;
}

export type NamedRow = Record<string, ImportCell>;

export async function compareNamed(
  viewer: Viewer,
  rows: NamedRow[],
  dayFirst: boolean | null = null,
): Promise<ComparedRow[]> {
  const headers = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row) => headers.map((header) => row[header] ?? null));
  return compareSheet(viewer, [headers, ...cells], dayFirst);
}

export async function exportReference(id: number): Promise<string> {
  const [deal] = await db.select().from(deals).where(eq(deals.id, id));
  return formatReference(deal!, await getLatestHistoryMoment(db));
}

/** Adds and exports a deal; `only` compares one row with its reference. */
export async function exportDeal(owner: Viewer, fields: Record<string, unknown> = {}) {
  const id = await addDeal(owner, { companyName: 'Acme', ...fields });
  const Reference = await exportReference(id);
  const only = async (row: NamedRow, viewer = owner) =>
    (await compareNamed(viewer, [{ 'Company name': 'Acme', ...row, Reference }]))[0]!;
  return { id, Reference, only };
}
