import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { timestamp } from './columns';

export const LISTS = ['stages', 'reasons', 'industries', 'groups', 'rounds', 'meetings'] as const;
export type ListName = (typeof LISTS)[number];
export const STAGE_KINDS = ['open', 'won', 'lost', 'parked'] as const;
export type StageKind = (typeof STAGE_KINDS)[number];

/** What is said of a fund's list as a whole. */
export const lists = sqliteTable('lists', {
  name: text('name', { enum: LISTS }).primaryKey(),
  /** Whether one of its entries has to be chosen. */
  isRequired: integer('is_required', { mode: 'boolean' }).notNull().default(false),
});

/** The entries of the fund's lists. A retired one stays, for what refers to it. */
export const listEntries = sqliteTable(
  'list_entries',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    list: text('list', { enum: LISTS }).notNull(),
    name: text('name').notNull(),
    /** Of a stage; null in other lists. */
    kind: text('kind', { enum: STAGE_KINDS }),
    /**
     * Of a stage: after which a deal in it stands still; null for never. Of a next meeting: from the day
     * on which it is set; null for no date.
     */
    days: integer('days'),
    /** In its list, from 1; retired ones keep theirs. */
    position: integer('position').notNull(),
    retiredAt: timestamp('retired_at'),
    /** What deals have instead of a retired one. */
    replacedBy: integer('replaced_by'),
    /** The names that it had before, for what still has them: forms, workbooks, history, trash. */
    former: text('former', { mode: 'json' }).$type<string[]>().notNull().default([]),
  },
  (t) => [
    index('list_entries_list').on(t.list, t.position),
    uniqueIndex('list_entries_name')
      .on(t.list, sql`lower(${t.name})`)
      .where(sql`retired_at is null`),
  ],
);

export type ListEntry = typeof listEntries.$inferSelect;

export const FIELD_KINDS = [
  'text',
  'longText',
  'number',
  'money',
  'day',
  'choice',
  'choices',
  'yesNo',
  'link',
  'person',
] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

/** The fields that a fund has added to its deals. Their values stand in `pipelines.fields`. */
export const ownFields = sqliteTable('own_fields', {
  /** Letters and digits, from the first name; it never changes. */
  key: text('key').primaryKey(),
  name: text('name').notNull(),
  kind: text('kind', { enum: FIELD_KINDS }).notNull(),
  hint: text('hint'),
  /** Whether new deals need it. */
  isRequired: integer('is_required', { mode: 'boolean' }).notNull().default(false),
  /** Of the kinds choice and choices. */
  options: text('options', { mode: 'json' }).$type<string[]>().notNull().default([]),
  /** The section of the form; null for the one that only own fields have. */
  section: text('section'),
  /** Among those that are not archived, from 1. */
  position: integer('position').notNull(),
  archivedAt: timestamp('archived_at'),
});

export type OwnField = typeof ownFields.$inferSelect;

export interface OwnMoney {
  amount: number;
  /** Three capitals. */
  currency: string;
}
/** A day is YYYY-MM-DD, a person an account's id. */
export type OwnValue = string | number | boolean | string[] | OwnMoney;
/** By key; nothing for a field without a value. */
export type OwnValues = Record<string, OwnValue>;
