import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { timestamp } from './columns';
import type { CustomFieldValue } from './custom-fields';
import type { Evaluation } from './deals';

/** Append-only (by triggers), and without foreign keys: history outlives its subject. */
export const historyEvents = sqliteTable(
  'changes',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    at: timestamp('at').notNull(),
    /** Both null for the system itself. */
    actorId: text('actor_id'),
    actorEmail: text('actor_email'),
    tokenName: text('token_name'),
    subject: text('subject', {
      enum: [
        'pipeline',
        'evaluation',
        'note',
        'contact',
        'task',
        'file',
        'round',
        'account',
        'field',
        'list',
        'inbox',
        'intake',
      ],
    }).notNull(),
    /** Id of the user or deal; the deal's id for its records. Fields have their key, lists their name. */
    subjectId: text('subject_id').notNull(),
    subjectName: text('subject_name').notNull(),
    kind: text('act', {
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
    /** Operation id (see app/domain/history/operation-id.ts); null for events from before 1.0.0. */
    operationId: text('act_id'),
    reason: text('reason'),
  },
  (t) => [
    index('changes_subject').on(t.subjectId, t.subject, t.id),
    index('changes_actor').on(t.actorEmail, t.id),
    index('changes_at').on(t.at),
    index('changes_act').on(t.operationId, t.subjectId),
    // Serves the previous names of accounts.
    index('changes_accounts')
      .on(t.id)
      .where(sql`subject = 'account'`),
    // Serves the contents referenced lately.
    index('changes_files')
      .on(t.at)
      .where(sql`subject = 'file'`),
    // Serves the scores that moved in a period.
    index('changes_score')
      .on(t.at, t.subjectId)
      .where(
        sql`subject = 'pipeline' and act = 'changed' and fields ->> '$.evaluationScore' is not null`,
      ),
  ],
);

export type FieldValue = CustomFieldValue | null;
export type FieldChanges = Record<string, [from: FieldValue, to: FieldValue]>;

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

/** The loser is in the trash and its URLs lead to the winner. Without foreign keys: a merge outlives both deals. */
export const merges = sqliteTable(
  'merges',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    winnerId: integer('winner_id').notNull(),
    loserId: integer('loser_id').notNull(),
    winnerName: text('winner_name').notNull(),
    loserName: text('loser_name').notNull(),
    trashId: integer('trash_id').notNull(),
    operationId: text('act_id').notNull(),
    mergedAt: timestamp('merged_at').notNull(),
    splitAt: timestamp('split_at'),
    /** Data that came from the loser and goes back in a split. */
    mergedData: text('brought', { mode: 'json' }).$type<MergedData>().notNull(),
  },
  (t) => [
    index('merges_winner').on(t.winnerId),
    index('merges_loser').on(t.loserId),
    index('merges_trash').on(t.trashId),
    index('merges_act').on(t.operationId),
  ],
);

export interface MergedData {
  fields: FieldChanges;
  rows: Record<string, number[]>;
  owner: string;
  people: string[];
  /** People who became collaborators of the winner; `since` is in ms since 1970. */
  members: { userId: string; since: number }[];
  /** The winner's own evaluation before the merge; undefined if it kept it. */
  evaluation?: StoredEvaluation | null;
}

/** Times are in ms since 1970; `pipelineId` is the id of the deal. */
export type StoredEvaluation = Omit<Evaluation, 'dealId' | 'createdAt' | 'updatedAt'> &
  Record<'pipelineId' | 'createdAt' | 'updatedAt', number>;

export type Merge = typeof merges.$inferSelect;
export type HistoryEvent = typeof historyEvents.$inferSelect;
export type TrashEntry = typeof trash.$inferSelect;
