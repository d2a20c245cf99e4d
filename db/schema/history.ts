import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { timestamp } from './columns';
import type { CustomFieldValue } from './custom-fields';
import type { Evaluation } from './deals';

/**
 * What was changed, when and by whom. Append-only (by triggers), without foreign keys: history
 * stays when its subject is deleted.
 */
export const historyEvents = sqliteTable(
  'changes',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    at: timestamp('at').notNull(),
    /** Both null for the system itself. */
    actorId: text('actor_id'),
    actorEmail: text('actor_email'),
    subject: text('subject', {
      enum: [
        'pipeline',
        'evaluation',
        'note',
        'contact',
        'task',
        'file',
        'account',
        'field',
        'list',
      ],
    }).notNull(),
    /** The id of the user or pipeline; what belongs to a deal has the deal's. A field has its key, a list its name. */
    subjectId: text('subject_id').notNull(),
    subjectName: text('subject_name').notNull(),
    act: text('act', {
      enum: [
        'created',
        'changed',
        'deleted',
        'restored',
        'purged',
        'password changed',
        'API token added',
        'API token ended',
      ],
    }).notNull(),
    fields: text('fields', { mode: 'json' }).$type<FieldChanges>().notNull(),
    /** The act that it is part of (see models/history/act.ts); null before migration 0018. */
    actId: text('act_id'),
    /** Why a deal's score was changed, where somebody said so. */
    reason: text('reason'),
  },
  (t) => [
    index('changes_subject').on(t.subjectId, t.subject, t.id),
    index('changes_actor').on(t.actorEmail, t.id),
    index('changes_at').on(t.at),
    index('changes_act').on(t.actId, t.subjectId),
    // For the names that accounts have had.
    index('changes_accounts')
      .on(t.id)
      .where(sql`subject = 'account'`),
    // For the bytes of files that were mentioned lately.
    index('changes_files')
      .on(t.at)
      .where(sql`subject = 'file'`),
    // For the scores that moved in a period.
    index('changes_score')
      .on(t.at, t.subjectId)
      .where(
        sql`subject = 'pipeline' and act = 'changed' and fields ->> '$.evaluationScore' is not null`,
      ),
  ],
);

export type FieldValue = CustomFieldValue | null;
export type FieldChanges = Record<string, [from: FieldValue, to: FieldValue]>;

/** Deleted rows until they are purged: a deal with its evaluation, or a user with their deals. */
export const trash = sqliteTable(
  'trash',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    deletedAt: timestamp('deleted_at').notNull(),
    deletedBy: text('deleted_by').notNull(),
    subject: text('subject', { enum: ['pipeline', 'account'] }).notNull(),
    name: text('name').notNull(),
    owner: text('owner').notNull(),
    deals: integer('deals').notNull(),
    rows: text('rows').notNull(),
  },
  (t) => [index('trash_deleted').on(t.deletedAt)],
);

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
    brought: text('brought', { mode: 'json' }).$type<MergedData>().notNull(),
  },
  (t) => [
    index('merges_winner').on(t.winnerId),
    index('merges_loser').on(t.loserId),
    index('merges_trash').on(t.trashId),
    index('merges_act').on(t.actId),
  ],
);

export interface MergedData {
  /** What the winner had, and what it has got, as the history says it. */
  fields: FieldChanges;
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
export type HistoryEvent = typeof historyEvents.$inferSelect;
export type TrashEntry = typeof trash.$inferSelect;
