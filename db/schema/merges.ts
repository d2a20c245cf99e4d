import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { timestamp } from './columns';
import type { Evaluation } from './deals';
import type { ChangedFields } from './history';

/**
 * Two deals that were made one: the loser lies in the trash, and its addresses lead to the winner.
 * Without foreign keys: it outlives both, and counts again once the winner is back from the trash.
 */
export const merges = sqliteTable(
  'merges',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    winnerId: integer('winner_id').notNull(),
    loserId: integer('loser_id').notNull(),
    /** The companies at that time. */
    winnerName: text('winner_name').notNull(),
    loserName: text('loser_name').notNull(),
    /** The loser's entry in the trash. */
    trashId: integer('trash_id').notNull(),
    /** The act in the history, whose undo is the split. */
    actId: text('act_id').notNull(),
    mergedAt: timestamp('merged_at').notNull(),
    splitAt: timestamp('split_at'),
    /** What has come along, by which a split knows what goes back. */
    brought: text('brought', { mode: 'json' }).$type<Brought>().notNull(),
  },
  (t) => [
    index('merges_winner').on(t.winnerId),
    index('merges_loser').on(t.loserId),
    index('merges_trash').on(t.trashId),
    index('merges_act').on(t.actId),
  ],
);

export interface Brought {
  /** What the winner had, and what it has got, as the history says it. */
  fields: ChangedFields;
  /** The ids of rows by table. */
  rows: Record<string, number[]>;
  /** The winner's owner. */
  owner: string;
  /** The loser's owner and colleagues. */
  people: string[];
  /** Those of them who are new on the winner, with since when in ms since 1970. */
  members: { userId: string; since: number }[];
  /** What the winner had instead of the loser's evaluation; undefined if it has kept its own. */
  evaluation?: StoredEvaluation | null;
}

/** As JSON has it: times in ms since 1970. */
export type StoredEvaluation = Omit<Evaluation, 'createdAt' | 'updatedAt'> &
  Record<'createdAt' | 'updatedAt', number>;

export type Merge = typeof merges.$inferSelect;
