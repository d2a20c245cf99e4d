import { type SQL, sql } from 'drizzle-orm';
import {
  type AnySQLiteColumn,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { userIdColumn } from './accounts';
import { createdAt, lower, timestamp } from './columns';
import { dealIdColumn } from './deals';
import { listOptions, STAGE_KINDS } from './option-lists';

export const notes = sqliteTable(
  'notes',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    dealId: dealIdColumn(),
    /** Has no foreign key: a note outlives its author. */
    authorId: text('author_id').notNull(),
    authorName: text('author_name').notNull(),
    text: text('text').notNull(),
    searchText: text('search_text').notNull(),
    /** Id of the form: sent twice, it adds one note. */
    submission: text('submission'),
    createdAt: createdAt(),
    editedAt: timestamp('edited_at'),
  },
  (t) => [
    index('notes_pipeline').on(t.dealId, t.id),
    index('notes_created').on(t.createdAt),
    uniqueIndex('notes_submission')
      .on(t.authorId, t.submission)
      .where(sql`submission is not null`),
  ],
);

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

/** Emails and inbox items that were added to deals, each as a note. A deal has a Message-ID once. */
export const emails = sqliteTable(
  'emails',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    dealId: dealIdColumn(),
    noteId: integer('note_id')
      .notNull()
      .references(() => notes.id, { onDelete: 'cascade' }),
    /** SHA-256 of the bytes for an email without a Message-ID, 'inbox-12' for an item that is no email. */
    messageId: text('message_id').notNull(),
    contactId: integer('contact_id'),
    files: text('files', { mode: 'json' }).$type<number[]>().notNull(),
  },
  (t) => [
    index('emails_pipeline').on(t.dealId),
    index('emails_note').on(t.noteId),
    index('emails_message').on(t.messageId),
  ],
);

/** Contents are files beside the database, named by their SHA-256 (see db/contents.ts). */
export const attachments = sqliteTable(
  'files',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    dealId: dealIdColumn(),
    name: text('name').notNull(),
    size: integer('size').notNull(),
    /** Content type from the browser, which may be wrong. */
    type: text('type').notNull(),
    sha256: text('sha256').notNull(),
    /** Has no foreign key: an attachment outlives its user. */
    userId: text('user_id').notNull(),
    createdAt: integer('created_at').notNull(),
    searchText: text('search_text').notNull(),
  },
  (t) => [index('files_pipeline').on(t.dealId, t.id)],
);

export type Attachment = typeof attachments.$inferSelect;

export const OUTCOMES = ['funded_elsewhere', 'grew', 'failed', 'unknown'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const decisions = sqliteTable(
  'decisions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    dealId: dealIdColumn(),
    stageId: integer('stage_id')
      .notNull()
      .references(() => listOptions.id),
    kind: text('kind', { enum: STAGE_KINDS }).notNull(),
    reasonId: integer('reason_id').references(() => listOptions.id),
    text: text('text'),
    /** Calendar day, YYYY-MM-DD, without time zone. */
    lookAgainOn: text('look_again_on'),
    score: real('score'),
    evaluationChange: integer('evaluation_change'),
    /** Has no foreign key: a decision outlives its author. */
    decidedById: text('decided_by_id').notNull(),
    decidedByName: text('decided_by_name').notNull(),
    decidedAt: timestamp('decided_at').notNull(),
    /** Operation of the decision; an undone operation cancels it. */
    operationId: text('act_id').notNull(),
    roundId: integer('round_id'),
    memoId: integer('memo_id'),
    outcome: text('outcome', { enum: OUTCOMES }),
    outcomeNote: text('outcome_note'),
    outcomeAt: timestamp('outcome_at'),
  },
  (t) => [index('decisions_pipeline').on(t.dealId, t.id)],
);

export type Decision = typeof decisions.$inferSelect;

/** Frozen memos: triggers refuse every change but that of the deal, which a merge makes. */
export const memos = sqliteTable(
  'memos',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    dealId: dealIdColumn(),
    roundId: integer('round_id'),
    title: text('title').notNull(),
    /** SHA-256 of `html` in UTF-8. */
    sha256: text('sha256').notNull(),
    html: text('html').notNull(),
    createdAt: createdAt(),
    /** Has no foreign key: a memo outlives its author. */
    createdById: text('created_by_id').notNull(),
    createdByName: text('created_by_name').notNull(),
    /** Key of the form that froze it, so that a form that is sent twice freezes one. */
    submission: text('submission'),
  },
  (t) => [
    index('memos_pipeline').on(t.dealId, t.id),
    uniqueIndex('memos_submission')
      .on(t.createdById, t.submission)
      .where(sql`submission is not null`),
  ],
);

export type Memo = typeof memos.$inferSelect;

export const contacts = sqliteTable(
  'contacts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    dealId: dealIdColumn(),
    name: text('name').notNull(),
    role: text('role'),
    email: text('email'),
    phone: text('phone'),
    link: text('link'),
    note: text('note'),
    searchText: text('search_text').notNull(),
  },
  (t) => [
    index('contacts_pipeline').on(t.dealId, t.id),
    index('contacts_email').on(lower(t.email)),
    index('contacts_domain').on(emailDomain(t)),
  ],
);

export function emailDomain({ email }: { email: AnySQLiteColumn }): SQL {
  return sql`lower(substr(${email}, instr(${email}, '@') + 1))`;
}

export type Contact = typeof contacts.$inferSelect;

export const tasks = sqliteTable(
  'tasks',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    dealId: dealIdColumn(),
    title: text('title').notNull(),
    /** Has no foreign key: a task outlives its user, and is theirs again when they are restored. */
    userId: text('user_id').notNull(),
    person: text('person').notNull(),
    /** Calendar day, YYYY-MM-DD, and time, HH:MM, both local to the user. */
    dueOn: text('due_on'),
    dueAt: text('due_at'),
    done: integer('done', { mode: 'boolean' }).notNull().default(false),
    decisionId: integer('decision_id'),
    waived: integer('waived', { mode: 'boolean' }),
  },
  (t) => [
    index('tasks_decision')
      .on(t.decisionId)
      .where(sql`decision_id is not null`),
    index('tasks_pipeline').on(t.dealId, t.done, t.dueOn),
    index('tasks_user').on(t.userId, t.done, t.dueOn, t.dueAt, t.dealId),
  ],
);

export type Task = typeof tasks.$inferSelect;

export const shares = sqliteTable(
  'shares',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    dealId: dealIdColumn(),
    userId: userIdColumn(),
    /** SHA-256 of the key in the URL. */
    key: text('key').notNull().unique(),
    /** Last day, YYYY-MM-DD in UTC. */
    until: text('until').notNull(),
    facts: integer('facts', { mode: 'boolean' }).notNull(),
    comments: integer('comments', { mode: 'boolean' }).notNull().default(false),
    nextMeeting: integer('next_meeting', { mode: 'boolean' }).notNull().default(false),
    score: integer('score', { mode: 'boolean' }).notNull().default(false),
    evaluation: integer('evaluation', { mode: 'boolean' }).notNull(),
    files: text('files', { mode: 'json' }).$type<number[]>().notNull(),
    notes: text('notes', { mode: 'json' }).$type<number[]>().notNull(),
    createdAt: createdAt(),
    /** Key of the form that created it, so that a form that is sent twice creates one. */
    submission: text('submission'),
  },
  (t) => [
    index('shares_pipeline').on(t.dealId, t.id),
    index('shares_user').on(t.userId),
    uniqueIndex('shares_submission')
      .on(t.userId, t.submission)
      .where(sql`submission is not null`),
  ],
);

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
