import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { pipelines } from './deals';

/** People of a deal's company. */
export const contacts = sqliteTable(
  'contacts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    pipelineId: integer('pipeline_id')
      .notNull()
      .references(() => pipelines.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    role: text('role'),
    email: text('email'),
    phone: text('phone'),
    link: text('link'),
    note: text('note'),
    /** All its texts as they are searched (see db/fold.ts). */
    searchText: text('search_text').notNull(),
  },
  (t) => [index('contacts_pipeline').on(t.pipelineId, t.id)],
);

export type Contact = typeof contacts.$inferSelect;
