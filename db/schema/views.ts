import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { users } from './accounts';
import { createdAt, timestamp, updatedAt } from './columns';

/** Lists of deals as somebody named them. */
export const views = sqliteTable(
  'views',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    list: text('list', { enum: ['/dashboard', '/admin/pipelines'] }).notNull(),
    /** Filters and sort as in the list's address, without '?'. */
    search: text('search').notNull(),
    density: text('density', { enum: ['comfortable', 'compact'] }),
    /** The columns that are shown; null for all. */
    columns: text('columns', { mode: 'json' }).$type<string[]>(),
    isShared: integer('is_shared', { mode: 'boolean' }).notNull().default(false),
    /** Among the tabs of its owner, from 1. */
    position: integer('position').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('views_user').on(t.userId, t.position), index('views_shared').on(t.isShared)],
);

/** What a user has chosen for themselves, whatever browser they use. */
export const preferences = sqliteTable('preferences', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** What '/' opens. */
  startViewId: integer('start_view_id').references(() => views.id, { onDelete: 'set null' }),
  /** The columns of the lists; null for all. */
  columns: text('columns', { mode: 'json' }).$type<string[]>(),
  /** Null without the review by mail on Mondays. */
  reviewMailSince: timestamp('review_mail_since'),
  /** Ends the mails from a link in them, and can do nothing else. */
  unsubscribeKey: text('unsubscribe_key').unique(),
  reviewMailedAt: timestamp('review_mailed_at'),
  /** Since when their tasks of the day are mailed, and when that was done last. */
  taskMailSince: timestamp('task_mail_since'),
  taskMailedAt: timestamp('task_mailed_at'),
  /** The browser's at the time of the choice, for mails. */
  timeZone: text('time_zone'),
  language: text('language'),
});

/** Secret addresses of calendars, one per user. */
export const calendars = sqliteTable(
  'calendars',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the key in the address. */
    key: text('key').notNull(),
    /** The browser's at the time of the choice: a calendar's reader has none. */
    timeZone: text('time_zone').notNull(),
    createdAt: createdAt(),
    lastReadAt: timestamp('last_read_at'),
  },
  (t) => [uniqueIndex('calendars_key').on(t.key)],
);

export type View = typeof views.$inferSelect;
