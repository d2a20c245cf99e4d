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

export const optionLists = sqliteTable('lists', {
  name: text('name', { enum: OPTION_LISTS }).primaryKey(),
  isRequired: integer('is_required', { mode: 'boolean' }).notNull().default(false),
});

/** Retired options stay for the records that refer to them. */
export const listOptions = sqliteTable(
  'list_entries',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    list: text('list', { enum: OPTION_LISTS }).notNull(),
    name: text('name').notNull(),
    kind: text('kind', { enum: STAGE_KINDS }),
    /**
     * For a stage, days until a deal is stalled, or null for never; for a next meeting, days until
     * it is due, or null for no date.
     */
    days: integer('days'),
    /** Position in the list, from 1; retired options keep theirs. */
    position: integer('position').notNull(),
    retiredAt: timestamp('retired_at'),
    replacedBy: integer('replaced_by'),
    /** Previous names, for forms, workbooks, history and trash that still have them. */
    previousNames: text('former', { mode: 'json' }).$type<string[]>().notNull().default([]),
  },
  (t) => [
    index('list_entries_list').on(t.list, t.position),
    uniqueIndex('list_entries_name')
      .on(t.list, sql`lower(${t.name})`)
      .where(sql`retired_at is null`),
  ],
);

export type ListOption = typeof listOptions.$inferSelect;
