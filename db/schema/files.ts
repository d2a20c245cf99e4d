import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { pipelines } from './deals';

/** Files of a deal. Their bytes stand beside the database, named by their SHA-256 (db/blobs.ts). */
export const files = sqliteTable(
  'files',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    pipelineId: integer('pipeline_id')
      .notNull()
      .references(() => pipelines.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** In bytes. */
    size: integer('size').notNull(),
    /** As the browser said that it is, which may be wrong. */
    type: text('type').notNull(),
    sha256: text('sha256').notNull(),
    /** Who added it. Without foreign key: a file stays when they are deleted. */
    userId: text('user_id').notNull(),
    /** In ms since 1970, as the history keeps it, too. */
    createdAt: integer('created_at').notNull(),
    /** Its name as it is searched (see db/fold.ts). */
    searchText: text('search_text').notNull(),
  },
  (t) => [index('files_pipeline').on(t.pipelineId, t.id)],
);

export type StoredFile = typeof files.$inferSelect;
