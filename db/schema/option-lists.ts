import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { timestamp } from './columns';

export const OPTION_LISTS = [
  'stages',
  'reasons',
  'industries',
  'groups',
  'rounds',
  'meetings',
] as const;

export type OptionListName = (typeof OPTION_LISTS)[number];

export const STAGE_KINDS = ['open', 'won', 'lost', 'parked'] as const;

export type StageKind = (typeof STAGE_KINDS)[number];

/** What is said of a fund's list as a whole. */
export const optionLists = sqliteTable('lists', {
  name: text('name', { enum: OPTION_LISTS }).primaryKey(),
  /** Whether one of its entries has to be chosen. */
  isRequired: integer('is_required', { mode: 'boolean' }).notNull().default(false),
});

/** The entries of the fund's lists. A retired one stays, for what refers to it. */
export const listOptions = sqliteTable(
  'list_entries',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    list: text('list', { enum: OPTION_LISTS }).notNull(),
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

export type ListOption = typeof listOptions.$inferSelect;
