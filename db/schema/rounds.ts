import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { timestamp } from './columns';
import { assessmentColumns, dealIdColumn } from './deals';

export const rounds = sqliteTable(
  'rounds',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    dealId: dealIdColumn(),
    /** Company's name when the round was opened, which tells the rounds of a merge apart. */
    companyName: text('company_name').notNull(),
    /** Has no foreign key: a round outlives its author. */
    openedById: text('opened_by_id').notNull(),
    openedByName: text('opened_by_name').notNull(),
    openedByEmail: text('opened_by_email').notNull(),
    openedAt: timestamp('opened_at').notNull(),
    /** Last day, YYYY-MM-DD in UTC. */
    until: text('until').notNull(),
    /** Time when somebody closed it; a round that ended with its last day may have none. */
    closedAt: timestamp('closed_at'),
  },
  (t) => [
    index('rounds_pipeline').on(t.dealId, t.id),
    index('rounds_until').on(t.closedAt, t.until),
  ],
);

export type Round = typeof rounds.$inferSelect;

const roundIdColumn = () =>
  integer('round_id')
    .notNull()
    .references(() => rounds.id, { onDelete: 'cascade' });

const EVALUATOR_STATES = ['open', 'draft', 'submitted', 'recused'] as const;
export type EvaluatorState = (typeof EVALUATOR_STATES)[number];

export const evaluators = sqliteTable(
  'round_evaluators',
  {
    roundId: roundIdColumn(),
    /** Has no foreign key: a submitted scorecard outlives its author. */
    userId: text('user_id').notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    state: text('state', { enum: EVALUATOR_STATES }).notNull().default('open'),
    reason: text('reason'),
  },
  (t) => [
    primaryKey({ columns: [t.roundId, t.userId] }),
    index('round_evaluators_user').on(t.userId, t.state),
  ],
);

export type Evaluator = typeof evaluators.$inferSelect;

const VOTES = ['lead', 'support', 'neutral', 'veto'] as const;
export type Vote = (typeof VOTES)[number];

/** One per evaluator who began. A score is 1 to 10 with one decimal; null is "not assessed". */
export const scorecards = sqliteTable(
  'scorecards',
  {
    roundId: roundIdColumn(),
    userId: text('user_id').notNull(),
    ...assessmentColumns(),
    vote: text('vote', { enum: VOTES }),
    reason: text('reason'),
    savedAt: timestamp('saved_at').notNull(),
    submittedAt: timestamp('submitted_at'),
    correctedAt: timestamp('corrected_at'),
  },
  (t) => [primaryKey({ columns: [t.roundId, t.userId] }), index('scorecards_user').on(t.userId)],
);

export type Scorecard = typeof scorecards.$inferSelect;
