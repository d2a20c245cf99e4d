import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { users } from './accounts';
import { createdAt, timestamp } from './columns';
import { pipelines } from './deals';

/** The dated thread of a deal. */
export const notes = sqliteTable(
  'notes',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    pipelineId: integer('pipeline_id')
      .notNull()
      .references(() => pipelines.id, { onDelete: 'cascade' }),
    /** Without foreign key: a note stays when its author is deleted. */
    authorId: text('author_id').notNull(),
    /** The author's name at the time, for when they are deleted. */
    authorName: text('author_name').notNull(),
    text: text('text').notNull(),
    /** The text as it is searched (see db/fold.ts). */
    searchText: text('search_text').notNull(),
    /** The form that added it: the same form sent twice adds one note. */
    submission: text('submission'),
    createdAt: createdAt(),
    editedAt: timestamp('edited_at'),
  },
  (t) => [
    index('notes_pipeline').on(t.pipelineId, t.id),
    index('notes_created').on(t.createdAt),
    uniqueIndex('notes_submission')
      .on(t.authorId, t.submission)
      .where(sql`submission is not null`),
  ],
);

/** Whom a note names, until they have opened it. */
export const mentions = sqliteTable(
  'mentions',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    noteId: integer('note_id')
      .notNull()
      .references(() => notes.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.userId, t.noteId] }), index('mentions_note').on(t.noteId)],
);

export type Note = typeof notes.$inferSelect;
