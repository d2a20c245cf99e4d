import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { pipelines } from './deals';

/** What somebody is to do about a deal, and appointments. */
export const tasks = sqliteTable(
  'tasks',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    pipelineId: integer('pipeline_id')
      .notNull()
      .references(() => pipelines.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    /** Whose it is. Without foreign key: it stays when they are deleted, and is theirs if they come back. */
    userId: text('user_id').notNull(),
    /** Their email when they got it, for when they are deleted. */
    person: text('person').notNull(),
    /** A calendar day, YYYY-MM-DD, and a time of that day, HH:MM, both where the person is. */
    dueOn: text('due_on'),
    dueAt: text('due_at'),
    done: integer('done', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    index('tasks_pipeline').on(t.pipelineId, t.done, t.dueOn),
    index('tasks_user').on(t.userId, t.done, t.dueOn, t.dueAt, t.pipelineId),
  ],
);

export type Task = typeof tasks.$inferSelect;
