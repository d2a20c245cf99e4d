import {
  type FieldOutcome,
  type FieldValue,
  type Import,
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
  fields: Record<string, [from: FieldValue, to: FieldValue, more?: Partial<FieldOutcome>]>,
): PreviewRow {
  const outcomes = Object.entries(fields).map(([field, [from, to, more]]) => ({
    field,
    from,
    to,
    ...more,
  }));
  return { kind, dealId, outcome: { name: 'Acme', fields: outcomes } };
}
