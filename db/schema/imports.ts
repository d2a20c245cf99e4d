import { blob, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { userIdColumn } from './accounts';
import { createdAt, timestamp } from './columns';
import {
  type ImportCell,
  type ImportCounts,
  type ImportSheet,
  ROW_CHOICES,
  ROW_KINDS,
  type RowOutcome,
  type SkippedSheet,
  type UnknownValues,
  type ValueChoice,
  type ValueChoices,
} from './import-types';

export const imports = sqliteTable(
  'imports',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: text('user_id').notNull(),
    userEmail: text('user_email').notNull(),
    fileName: text('file_name').notNull(),
    state: text('state', {
      enum: ['reading', 'columns', 'comparing', 'preview', 'done', 'failed', 'dropped'],
    }).notNull(),
    progress: integer('progress').notNull().default(0),
    problem: text('problem'),
    sheets: text('sheets', { mode: 'json' }).$type<ImportSheet[]>().notNull().default([]),
    skippedSheets: text('passed_over', { mode: 'json' })
      .$type<SkippedSheet[]>()
      .notNull()
      .default([]),
    /** True if 3/4/2026 is the third of April; null if no date in the file is ambiguous. */
    dayFirst: integer('day_first', { mode: 'boolean' }),
    unknownValues: text('unknown_values', { mode: 'json' })
      .$type<UnknownValues[]>()
      .notNull()
      .default([]),
    valueChoices: text('value_choices', { mode: 'json' }).$type<ValueChoices>(),
    counts: text('counts', { mode: 'json' }).$type<ImportCounts>().notNull().default({}),
    createdAt: createdAt(),
    importedAt: timestamp('imported_at'),
    undoneAt: timestamp('undone_at'),
    expire: timestamp('expire').notNull(),
  },
  (t) => [index('imports_user').on(t.userId, t.id), index('imports_expire').on(t.expire)],
);

export const importRows = sqliteTable(
  'import_rows',
  {
    importId: integer('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    /** Position in the whole file, from 1. */
    n: integer('n').notNull(),
    sheet: integer('sheet').notNull(),
    /** Row number in the spreadsheet, from 1. */
    row: integer('row').notNull(),
    cells: text('cells', { mode: 'json' }).$type<ImportCell[]>().notNull(),
    kind: text('kind', { enum: ROW_KINDS }),
    dealId: integer('pipeline_id'),
    outcome: text('outcome', { mode: 'json' }).$type<RowOutcome>(),
    /** The user's choice; null for the default of the kind. */
    choice: text('choice', { enum: ROW_CHOICES }),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.n] }),
    index('import_rows_kind').on(t.importId, t.kind, t.n),
  ],
);

export const importTexts = sqliteTable('import_texts', {
  importId: integer('import_id')
    .primaryKey()
    .references(() => imports.id, { onDelete: 'cascade' }),
  content: blob('content', { mode: 'buffer' }).notNull(),
});

export const importColumns = sqliteTable(
  'import_columns',
  {
    userId: userIdColumn(),
    holds: text('holds', { enum: ['deals', 'evaluations'] }).notNull(),
    header: text('header').notNull(),
    /** Null for a column that is not imported. */
    target: text('target'),
    usedAt: timestamp('used_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.holds, t.header] })],
);

export const importValues = sqliteTable(
  'import_values',
  {
    userId: userIdColumn(),
    field: text('field').notNull(),
    /** In lower case; empty for the choice for all other values. */
    value: text('value').notNull(),
    choice: text('choice', { mode: 'json' }).$type<ValueChoice>().notNull(),
    usedAt: timestamp('used_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.field, t.value] })],
);

export type Import = typeof imports.$inferSelect;

export type ImportRow = typeof importRows.$inferSelect;
