import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { createdAt, timestamp } from './columns';

export const INBOX_SOURCES = ['form', 'email', 'api'] as const;
export const INBOX_STATES = ['pending', 'accepted', 'declined', 'junk'] as const;

export interface StoredMailbox {
  /** Empty if the email has none. */
  name: string;
  address: string;
  /** Missing, too, in items from before copies were told apart. */
  isCopy?: true;
}

export const inboxItems = sqliteTable(
  'inbox_items',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    source: text('source', { enum: INBOX_SOURCES }).notNull(),
    state: text('state', { enum: INBOX_STATES }).notNull(),
    receivedAt: timestamp('received_at').notNull(),
    companyName: text('company_name'),
    contactName: text('contact_name'),
    /** Sender, or the sender of the email that a colleague forwarded. */
    contactEmail: text('contact_email'),
    website: text('website'),
    subject: text('subject'),
    text: text('text').notNull(),
    industries: text('industries', { mode: 'json' }).$type<string[]>().notNull(),
    fundingRound: text('funding_round'),
    targetFundingSize: text('target_funding_size'),
    heardFrom: text('heard_from'),
    /** Message-ID, or the SHA-256 of an email without one; null for other sources. */
    messageId: text('message_id'),
    answeredIds: text('answered_ids', { mode: 'json' }).$type<string[]>().notNull(),
    from: text('from', { mode: 'json' }).$type<StoredMailbox>(),
    to: text('to', { mode: 'json' }).$type<StoredMailbox[]>().notNull(),
    sentAt: timestamp('sent_at'),
    quotedText: text('quoted_text').notNull(),
    /** Deal of an accepted item. Has no foreign key: the item outlives a deal in the trash. */
    dealId: integer('pipeline_id'),
    operationId: text('act_id'),
    /** Has no foreign key: a decision outlives its author. */
    decidedById: text('decided_by_id'),
    decidedByName: text('decided_by_name'),
    decidedAt: timestamp('decided_at'),
    reason: text('reason'),
    declineText: text('decline_text'),
    searchText: text('search_text').notNull(),
  },
  (t) => [
    // Serves the list, and the number of pending items.
    index('inbox_items_state').on(t.state, t.receivedAt, t.id),
    index('inbox_items_received').on(t.receivedAt, t.id),
    // Serves the deletion of decided items.
    index('inbox_items_decided').on(t.decidedAt),
    index('inbox_items_pipeline').on(t.dealId),
    uniqueIndex('inbox_items_message')
      .on(t.messageId)
      .where(sql`message_id is not null`),
  ],
);

/** Contents are stored like those of attachments (see db/contents.ts). */
export const inboxFiles = sqliteTable(
  'inbox_files',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    itemId: integer('item_id')
      .notNull()
      .references(() => inboxItems.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** In bytes. */
    size: integer('size').notNull(),
    type: text('type').notNull(),
    sha256: text('sha256').notNull(),
  },
  (t) => [index('inbox_files_item').on(t.itemId, t.id), index('inbox_files_sha256').on(t.sha256)],
);

/** Addresses in lower case, or '@domain'. Their items become junk. */
export const blockedSenders = sqliteTable('blocked_senders', {
  sender: text('sender').primaryKey(),
  createdAt: createdAt(),
});

const INBOX_TRIAGE = ['staff', 'everyone'] as const;

/** One row, with id 1, once an admin has changed a setting. */
export const intakeSettings = sqliteTable('intake_settings', {
  id: integer('id').primaryKey(),
  pitch: integer('pitch', { mode: 'boolean' }).notNull().default(false),
  /** Null for FUND_NAME. */
  fundName: text('fund_name'),
  introduction: text('introduction'),
  thanks: text('thanks'),
  privacy: text('privacy'),
  triage: text('triage', { enum: INBOX_TRIAGE }).notNull().default('staff'),
  decline: text('decline'),
});

export const failedEmails = sqliteTable(
  'failed_emails',
  {
    /** User, host and folder. */
    mailbox: text('mailbox').notNull(),
    /** Changes when the server renumbers its messages. */
    uidValidity: text('uid_validity').notNull(),
    uid: integer('uid').notNull(),
    attempts: integer('attempts').notNull(),
  },
  (t) => [primaryKey({ columns: [t.mailbox, t.uidValidity, t.uid] })],
);

export type InboxItem = typeof inboxItems.$inferSelect;
export type InboxFile = typeof inboxFiles.$inferSelect;
export type InboxSource = InboxItem['source'];
export type InboxState = InboxItem['state'];
export type IntakeSettings = typeof intakeSettings.$inferSelect;
