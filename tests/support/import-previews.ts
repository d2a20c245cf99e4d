import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { db } from '#db/client';
import {
  type FieldValue,
  type Import,
  type ImportedChange,
  importRows,
  imports,
  type ImportSheet,
  type RowChoice,
  type RowKind,
  type RowOutcome,
} from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { IMPORT_TTL_MS } from '~/domain/import/record/retention';
import { call } from './cast';
import { deleteDeals } from './deals';
import { readWorkbook } from './workbook';

export interface PreviewRow {
  kind: RowKind;
  sheet?: 0 | 1;
  dealId?: number;
  outcome: Partial<RowOutcome> & { name: string };
  choice?: RowChoice;
}

const SHEET = { headerRow: 1, headers: [], samples: [], targets: [], rows: 0 };
const SHEETS: ImportSheet[] = [
  { ...SHEET, name: 'Pipelines', holds: 'deals' },
  { ...SHEET, name: 'Evaluations', holds: 'evaluations' },
];

export async function addPreview(
  importer: Viewer,
  rows: PreviewRow[],
  about: Partial<Import> = {},
): Promise<number> {
  return transaction(async (tx) => {
    const [added] = await tx
      .insert(imports)
      .values({
        userId: importer.id,
        userEmail: importer.email,
        fileName: 'deals.xlsx',
        state: 'preview',
        sheets: SHEETS,
        createdAt: new Date(),
        expire: new Date(Date.now() + IMPORT_TTL_MS),
        ...about,
      })
      .returning({ id: imports.id });
    for (const [index, { sheet = 0, outcome, ...row }] of rows.entries())
      await tx.insert(importRows).values({
        ...row,
        importId: added!.id,
        n: index + 1,
        sheet,
        row: index + 2,
        cells: [outcome.name],
        outcome: { values: {}, fields: [], ...outcome },
      });
    return added!.id;
  });
}

export async function addPreviewWithCounts(
  importer: Viewer,
  rows: PreviewRow[],
  about: Partial<Import> = {},
): Promise<number> {
  const counts: Import['counts'] = {};
  for (const { kind } of rows) counts[kind] = (counts[kind] ?? 0) + 1;
  return addPreview(importer, rows, { counts, ...about });
}

export const COMPANIES_SHEET: ImportSheet = {
  name: 'Companies',
  holds: 'deals',
  headerRow: 3,
  headers: ['Startup', 'Raise', 'Closing', 'Rating'],
  samples: [['Acme', 'Borel', 'Cask'], ['$5M'], ['3/4/2026'], []],
  targets: ['companyName', 'targetFundingSize', 'targetClosingDate', null],
  rows: 3,
};

/** Adds an import whose columns have not been mapped yet. */
export async function addImportInMapping(
  importer: Viewer,
  sheets: ImportSheet[] = [COMPANIES_SHEET],
  rows = [['Acme', '$5M', '2026-12-24', null]],
): Promise<number> {
  const id = await addPreview(importer, [], { state: 'columns', sheets });
  await transaction(async (tx) => {
    for (const [i, cells] of rows.entries())
      await tx.insert(importRows).values({ importId: id, n: i + 1, sheet: 0, row: i + 4, cells });
  });
  return id;
}

export async function findImport(id: number): Promise<Import> {
  const [found] = await db.select().from(imports).where(eq(imports.id, id));
  return found!;
}

export async function listImportRows(id: number) {
  return db.select().from(importRows).where(eq(importRows.importId, id)).orderBy(importRows.n);
}

export function createNewDealRow(
  companyName: string,
  fields: Record<string, FieldValue> = {},
): PreviewRow {
  return { kind: 'new', outcome: { name: companyName, values: { companyName, ...fields } } };
}

/** Creates a row of an existing deal; `fields` are [value in the deal, value in the file]. */
export function createDealRow(
  kind: RowKind,
  dealId: number,
  fields: Record<string, [from: FieldValue, to: FieldValue, more?: Partial<ImportedChange>]>,
): PreviewRow {
  const outcomes = Object.entries(fields).map(([field, [from, to, more]]) => ({
    field,
    from,
    to,
    ...more,
  }));
  return { kind, dealId, outcome: { name: 'Acme', fields: outcomes } };
}

export async function deleteDealsAndImports(): Promise<void> {
  await deleteDeals();
  await transaction(async (tx) => tx.delete(imports));
}

/** Downloads a workbook from a route. Returns its rows by sheet name. */
export async function getWorkbook(route: object, path: string, sent: Parameters<typeof call>[3]) {
  const answer = await call(route, 'GET', path, sent);
  expect(answer.status).toBe(200);
  return readWorkbook(new Uint8Array(await answer.arrayBuffer()));
}
