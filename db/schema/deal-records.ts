import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { userIdColumn } from './accounts';
import { createdAt, timestamp } from './columns';
import { dealIdColumn } from './deals';
import { listOptions, STAGE_KINDS } from './option-lists';

/** The dated thread of a deal. */
export const notes = sqliteTable(
  'notes',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    pipelineId: dealIdColumn(),
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
    userId: userIdColumn(),
    noteId: integer('note_id')
      .notNull()
      .references(() => notes.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.userId, t.noteId] }), index('mentions_note').on(t.noteId)],
);

export type Note = typeof notes.$inferSelect;

/** Files of a deal. Their bytes stand beside the database, named by their SHA-256 (db/blobs.ts). */
export const attachments = sqliteTable(
  'files',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    pipelineId: dealIdColumn(),
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

export type Attachment = typeof attachments.$inferSelect;

/** Each time that a deal came to a stage of the kind won, lost or parked, and why. */
export const decisions = sqliteTable(
  'decisions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    pipelineId: dealIdColumn(),
    stageId: integer('stage_id')
      .notNull()
      .references(() => listOptions.id),
    /** The stage's at that time. */
    kind: text('kind', { enum: STAGE_KINDS }).notNull(),
    reasonId: integer('reason_id').references(() => listOptions.id),
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

/** People of a deal's company. */
export const contacts = sqliteTable(
  'contacts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    pipelineId: dealIdColumn(),
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

/** What somebody is to do about a deal, and appointments. */
export const tasks = sqliteTable(
  'tasks',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    pipelineId: dealIdColumn(),
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

/** Pages about a deal for somebody without an account. */
export const shares = sqliteTable(
  'shares',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    pipelineId: dealIdColumn(),
    /** Who answers for it: it is gone with their account. */
    userId: userIdColumn(),
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
