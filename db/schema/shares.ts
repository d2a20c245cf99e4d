import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from './accounts';
import { createdAt } from './columns';
import { pipelines } from './deals';

/** Pages about a deal for somebody without an account. */
export const shares = sqliteTable(
  'shares',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    pipelineId: integer('pipeline_id')
      .notNull()
      .references(() => pipelines.id, { onDelete: 'cascade' }),
    /** Who answers for it: it is gone with their account. */
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the key in its address. */
    key: text('key').notNull().unique(),
    /** Its last day, YYYY-MM-DD in UTC. */
    until: text('until').notNull(),
    facts: integer('facts', { mode: 'boolean' }).notNull(),
    evaluation: integer('evaluation', { mode: 'boolean' }).notNull(),
    /** Ids. */
    files: text('files', { mode: 'json' }).$type<number[]>().notNull(),
    notes: text('notes', { mode: 'json' }).$type<number[]>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('shares_pipeline').on(t.pipelineId, t.id), index('shares_user').on(t.userId)],
);

/** How often a share page was opened on a day. */
export const shareOpenings = sqliteTable(
  'share_openings',
  {
    shareId: integer('share_id')
      .notNull()
      .references(() => shares.id, { onDelete: 'cascade' }),
    day: text('day').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.shareId, t.day] })],
);

export type Share = typeof shares.$inferSelect;
