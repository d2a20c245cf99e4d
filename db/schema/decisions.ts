import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { timestamp } from './columns';
import { pipelines } from './deals';
import { listEntries, STAGE_KINDS } from './lists';

/** Each time that a deal came to a stage of the kind won, lost or parked, and why. */
export const decisions = sqliteTable(
  'decisions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    pipelineId: integer('pipeline_id')
      .notNull()
      .references(() => pipelines.id, { onDelete: 'cascade' }),
    stageId: integer('stage_id')
      .notNull()
      .references(() => listEntries.id),
    /** The stage's at that time. */
    kind: text('kind', { enum: STAGE_KINDS }).notNull(),
    reasonId: integer('reason_id').references(() => listEntries.id),
    text: text('text'),
    /** A calendar day, YYYY-MM-DD, in no time zone. */
    lookAgainOn: text('look_again_on'),
    /** The deal's at that time. */
    score: real('score'),
    /** The latest change of its evaluation at that time, which shows it as it was; null for none. */
    evaluationChange: integer('evaluation_change'),
    /** Without foreign key: a decision stays when its author is deleted. */
    decidedById: text('decided_by_id').notNull(),
    /** Their name at the time, for when they are deleted. */
    decidedByName: text('decided_by_name').notNull(),
    decidedAt: timestamp('decided_at').notNull(),
    /** The act in the history that it is part of: a decision whose act was undone is none. */
    actId: text('act_id').notNull(),
  },
  (t) => [index('decisions_pipeline').on(t.pipelineId, t.id)],
);

export type Decision = typeof decisions.$inferSelect;
