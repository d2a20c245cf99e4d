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
} from './import-types';

/** A file or pasted cells on the way into the list of deals, and afterwards the record of it. */
export const imports = sqliteTable(
  'imports',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Who imports. Without foreign key: the record stays when the user is deleted. */
    userId: text('user_id').notNull(),
    userEmail: text('user_email').notNull(),
    /** The file's name, or 'Pasted cells'. */
    fileName: text('file_name').notNull(),
    state: text('state', {
      enum: ['reading', 'columns', 'comparing', 'preview', 'done', 'failed', 'dropped'],
    }).notNull(),
    /** Rows read or compared so far. */
    progress: integer('progress').notNull().default(0),
    /** Why it failed or was dropped, or which others were dropped for it. */
    problem: text('problem'),
    sheets: text('sheets', { mode: 'json' }).$type<ImportSheet[]>().notNull().default([]),
    /** Names of sheets of the file that are not among these, with why. */
    passedOver: text('passed_over', { mode: 'json' }).$type<SkippedSheet[]>().notNull().default([]),
    /** Whether 3/4/2026 is the third of April; null where no date in the file leaves that open. */
    dayFirst: integer('day_first', { mode: 'boolean' }),
    /** Rows of each kind after the comparison, and what was done after the import. */
    counts: text('counts', { mode: 'json' }).$type<ImportCounts>().notNull().default({}),
    createdAt: createdAt(),
    importedAt: timestamp('imported_at'),
    undoneAt: timestamp('undone_at'),
    /** When the rows of an import that was not completed are deleted. */
    expire: timestamp('expire').notNull(),
  },
  (t) => [index('imports_user').on(t.userId, t.id), index('imports_expire').on(t.expire)],
);

/** The rows of an import until it is completed. */
export const importRows = sqliteTable(
  'import_rows',
  {
    importId: integer('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    /** Position in the whole file, from 1. */
    n: integer('n').notNull(),
    /** Index in the import's `sheets`. */
    sheet: integer('sheet').notNull(),
    /** As the spreadsheet numbers it, from 1. */
    row: integer('row').notNull(),
    cells: text('cells', { mode: 'json' }).$type<ImportCell[]>().notNull(),
    /** Null until it is compared. */
    kind: text('kind', { enum: ROW_KINDS }),
    /** The deal that the row is about; null for a new one. */
    pipelineId: integer('pipeline_id'),
    outcome: text('outcome', { mode: 'json' }).$type<RowOutcome>(),
    /** What the user chose; null for the default of its kind. */
    choice: text('choice', { enum: ROW_CHOICES }),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.n] }),
    index('import_rows_kind').on(t.importId, t.kind, t.n),
  ],
);

/** The text of a waiting import, to be read again in another encoding or with another separator. */
export const importTexts = sqliteTable('import_texts', {
  importId: integer('import_id')
    .primaryKey()
    .references(() => imports.id, { onDelete: 'cascade' }),
  content: blob('content', { mode: 'buffer' }).notNull(),
});

/** The field that a user chose for a column, for the next file that has one of this name. */
export const importColumns = sqliteTable(
  'import_columns',
  {
    userId: userIdColumn(),
    holds: text('holds', { enum: ['deals', 'evaluations'] }).notNull(),
    /** Normalized. */
    header: text('header').notNull(),
    /** Null for a column that is not imported. */
    target: text('target'),
    usedAt: timestamp('used_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.holds, t.header] })],
);

export type Import = typeof imports.$inferSelect;

export type ImportRow = typeof importRows.$inferSelect;
