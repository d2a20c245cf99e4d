import { z } from 'zod';
import { type ImportCounts, imports, ROW_CHOICES, ROW_KINDS } from '#db/schema';
import { CustomFieldValueAnswer } from '~/domain/custom-field/json';
import { buildRecord } from '~/domain/record';
import type { listImports } from './list.server';

const rowCount = z.int().min(0);
const timestamp = z.iso.datetime();
const fieldValue = CustomFieldValueAnswer.nullable();

type ListedImport = Awaited<ReturnType<typeof listImports>>[number];

export const ImportAnswer = z.object({
  id: z.int().positive(),
  fileName: z.string(),
  userEmail: z.string(),
  state: z.enum(imports.state.enumValues),
  created: rowCount.describe('The number of rows that created a deal.'),
  updated: rowCount.describe('The number of rows that changed a deal or its evaluation.'),
  unchanged: rowCount,
  skipped: rowCount,
  errors: rowCount,
  createdAt: timestamp,
  importedAt: timestamp.nullable(),
  undoneAt: timestamp.nullable(),
  problem: z
    .string()
    .nullable()
    .describe(
      'Why the import failed or was dropped, or which imports were dropped to make room for it.',
    ),
});
export type ImportAnswer = z.output<typeof ImportAnswer>;

export function serializeImport(listed: ListedImport): ImportAnswer {
  const { id, fileName, userEmail, state, counts, importedAt, undoneAt, problem } = listed;
  return {
    id,
    fileName,
    userEmail,
    state,
    ...serializeCounts(counts),
    createdAt: listed.createdAt.toISOString(),
    importedAt: importedAt?.toISOString() ?? null,
    undoneAt: undoneAt?.toISOString() ?? null,
    problem,
  };
}

function serializeCounts({
  created = 0,
  updated = 0,
  skipped = 0,
  unchanged = 0,
  error = 0,
}: ImportCounts) {
  const left = Math.max(0, skipped - unchanged - error);
  return { created, updated, unchanged, skipped: left, errors: error };
}

const notImportedSchema = z
  .array(z.string())
  .describe('The parts of the file that are not imported: sheets, columns, hidden rows, owners.');

const checksSchema = z
  .array(z.object({ field: z.string(), text: z.string(), to: fieldValue, rows: rowCount }))
  .describe(
    'Values to check, such as a next meeting that gives no date. `to` is the value that is imported.',
  );

const skippedCellsSchema = z
  .array(z.object({ column: z.string(), value: z.string(), reason: z.string() }))
  .describe('The cells that the row is imported without.');

export const ImportDone = ImportAnswer.extend({
  notImported: notImportedSchema,
  checks: checksSchema,
  rows: z
    .array(
      z.object({
        sheet: z.string(),
        row: z.int().min(1),
        companyName: z.string(),
        skippedCells: skippedCellsSchema,
      }),
    )
    .describe('The rows that were imported without some cells, at most 1,000.'),
});
export type ImportDone = z.output<typeof ImportDone>;

export const ImportPreview = z.object({
  notImported: notImportedSchema,
  checks: checksSchema,
  counts: z
    .object(buildRecord(ROW_KINDS, () => rowCount))
    .describe('The number of rows of each kind.'),
  rows: z.array(
    z.object({
      sheet: z.string(),
      row: z.int().min(1).describe('The row number in the spreadsheet.'),
      kind: z.enum(ROW_KINDS),
      companyName: z.string(),
      pipelineId: z.int().nullable(),
      choice: z.enum(ROW_CHOICES).describe('What the import would do with the row.'),
      values: z.record(z.string(), fieldValue).describe('The values of a new deal.'),
      fields: z
        .array(
          z.object({
            field: z.string(),
            from: fieldValue,
            to: fieldValue,
            isConflict: z.boolean(),
            isWritten: z.boolean(),
          }),
        )
        .describe('The values that differ from the stored deal.'),
      duplicates: z.array(z.int()).describe('The ids of deals with the same company name.'),
      problems: z.array(z.object({ cell: z.string(), value: z.string(), reason: z.string() })),
      skippedCells: skippedCellsSchema,
      checks: z
        .array(z.object({ field: z.string(), text: z.string(), to: fieldValue }))
        .describe('The values of the row to check.'),
      notes: z.array(z.string()),
    }),
  ),
  total: rowCount.describe('The total number of rows. At most 1,000 are listed.'),
});
export type ImportPreview = z.output<typeof ImportPreview>;

export const UndoAnswer = z.object({
  deleted: rowCount.describe('The number of deals deleted.'),
  reverted: rowCount.describe('The number of deals reverted.'),
  alreadyDeleted: rowCount
    .optional()
    .describe('The number of created deals that had been deleted before; they can be restored.'),
  keptFields: z
    .array(z.string())
    .optional()
    .describe('The names of the custom fields that the import created, which stay.'),
  kept: z.array(z.object({ id: z.int().positive(), companyName: z.string(), why: z.string() })),
});
type UndoAnswer = z.output<typeof UndoAnswer>;

export function serializeUndo({
  skipped,
  ...counts
}: Omit<UndoAnswer, 'kept'> & { skipped: UndoAnswer['kept'] }): UndoAnswer {
  const kept = skipped.map(({ id, companyName, why }) => ({ id, companyName, why }));
  return { ...counts, kept };
}

const yesOrNo = z.enum(['true', 'false'], 'Please send true or false');

export const ImportOptions = z.object({
  dryRun: yesOrNo.default('false'),
  onDuplicate: z
    .enum(['skip', 'fill', 'update', 'create'], 'Please send update, fill, create or skip')
    .default('fill'),
  onConflict: z.enum(['skip', 'overwrite'], 'Please send skip or overwrite').default('skip'),
  onError: z.enum(['refuse', 'skip'], 'Please send refuse or skip').default('refuse'),
  onCell: z.enum(['refuse', 'skip'], 'Please send refuse or skip').default('refuse'),
  dayFirst: yesOrNo.optional(),
  values: z.string().optional(),
});
export type ImportOptions = z.output<typeof ImportOptions>;
