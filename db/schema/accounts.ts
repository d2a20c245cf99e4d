import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { createdAt, lower, timestamp, updatedAt } from './columns';

export const users = sqliteTable(
  'users',
  {
    id: text('id').primaryKey(),
    /** Trimmed; unique case-insensitively. */
    email: text('email').notNull(),
    password: text('password').notNull(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    profileImageUrl: text('profile_image_url'),
    isAdmin: integer('is_admin', { mode: 'boolean' }).notNull().default(false),
    role: text('role', { enum: ['user', 'manager', 'admin'] })
      .notNull()
      .default('user'),
    approvalStatus: text('approval_status', { enum: ['pending', 'approved', 'rejected'] })
      .notNull()
      .default('pending'),
    decidedAt: timestamp('decided_at'),
    disabledAt: timestamp('disabled_at'),
    signedInAt: timestamp('signed_in_at'),
    stepsDismissedAt: timestamp('steps_dismissed_at'),
    group: text('group').notNull().default('CCBI'),
    /** SHA-256 of the key in the cookie of the browser that signed up (rule 1.10). */
    signupKey: text('signup_key').unique(),
    searchText: text('search_text').notNull().default(''),
    /** Folded first name, else email, for sorting by owner. */
    sortName: text('sort_name').notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('users_email').on(lower(t.email)),
    index('users_created').on(t.createdAt),
    index('users_status').on(t.approvalStatus, t.decidedAt),
  ],
);

export const userIdColumn = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const sessions = sqliteTable(
  'sessions',
  {
    sid: text('sid').primaryKey(),
    userId: userIdColumn(),
    sess: text('sess', { mode: 'json' })
      .$type<{ userId?: string; startedAt?: number; agent?: string }>()
      .notNull(),
    expire: timestamp('expire').notNull(),
    confirmedAt: timestamp('confirmed_at'),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expire').on(t.expire)],
);

/** `key` is the SHA-256 of the cookie's key. */
export const pendingLogins = sqliteTable(
  'pending_logins',
  {
    key: text('key').primaryKey(),
    userId: userIdColumn(),
    failures: integer('failures').notNull().default(0),
    expire: timestamp('expire').notNull(),
  },
  (t) => [index('pending_logins_user').on(t.userId)],
);

/** Triggers delete links when the account changes. */
export const passwordLinks = sqliteTable(
  'password_links',
  {
    key: text('key').primaryKey(),
    userId: userIdColumn(),
    expire: timestamp('expire').notNull(),
  },
  (t) => [index('password_links_user').on(t.userId)],
);

export const authenticators = sqliteTable('authenticators', {
  userId: userIdColumn().primaryKey(),
  secret: text('secret').notNull(),
  /** `sid` of the session that started the setup, the only one that can confirm it. */
  session: text('session'),
  confirmedAt: timestamp('confirmed_at'),
  /** Time step of the last accepted code: each code works once. */
  lastStep: integer('last_step').notNull().default(0),
  createdAt: createdAt(),
});

export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    key: text('key').primaryKey(),
    userId: userIdColumn(),
  },
  (t) => [index('recovery_codes_user').on(t.userId)],
);

export const passkeys = sqliteTable(
  'passkeys',
  {
    /** Credential id, base64url. */
    id: text('id').primaryKey(),
    userId: userIdColumn(),
    name: text('name').notNull(),
    publicKey: text('public_key').notNull(),
    counter: integer('counter').notNull(),
    transports: text('transports', { mode: 'json' }).$type<string[]>().notNull().default([]),
    createdAt: createdAt(),
    lastUsedAt: timestamp('last_used_at'),
  },
  (t) => [index('passkeys_user').on(t.userId)],
);

export const apiTokens = sqliteTable(
  'api_tokens',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    key: text('key').notNull().unique(),
    userId: userIdColumn(),
    name: text('name').notNull(),
    access: text('access', { enum: ['read', 'write'] }).notNull(),
    createdAt: createdAt(),
    expire: timestamp('expire').notNull(),
    lastUsedAt: timestamp('last_used_at'),
  },
  (t) => [index('api_tokens_user').on(t.userId)],
);

export const savedSubmissions = sqliteTable(
  'late_forms',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** SHA-256 of the key in the address that shows the form again. */
    key: text('key').notNull(),
    userId: userIdColumn(),
    path: text('path').notNull(),
    form: text('form').notNull(),
    expire: timestamp('expire').notNull(),
  },
  (t) => [index('late_forms_user').on(t.userId)],
);

export const savedViews = sqliteTable(
  'views',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: userIdColumn(),
    name: text('name').notNull(),
    list: text('list', { enum: ['/dashboard', '/admin/pipelines'] }).notNull(),
    search: text('search').notNull(),
    density: text('density', { enum: ['comfortable', 'compact'] }),
    /** Visible columns; null for all. */
    columns: text('columns', { mode: 'json' }).$type<string[]>(),
    isShared: integer('is_shared', { mode: 'boolean' }).notNull().default(false),
    position: integer('position').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('views_user').on(t.userId, t.position), index('views_shared').on(t.isShared)],
);

export const preferences = sqliteTable('preferences', {
  userId: userIdColumn().primaryKey(),
  startViewId: integer('start_view_id').references(() => savedViews.id, { onDelete: 'set null' }),
  columns: text('columns', { mode: 'json' }).$type<string[]>(),
  reviewMailSince: timestamp('review_mail_since'),
  /** Key that only ends mails, from a link in them. */
  unsubscribeKey: text('unsubscribe_key').unique(),
  reviewMailedAt: timestamp('review_mailed_at'),
  taskMailSince: timestamp('task_mail_since'),
  taskMailedAt: timestamp('task_mailed_at'),
  timeZone: text('time_zone'),
  language: text('language'),
});

export const calendars = sqliteTable(
  'calendars',
  {
    userId: userIdColumn().primaryKey(),
    /** SHA-256 of the key in the address. */
    key: text('key').notNull(),
    /** The browser's time zone when the address was created, as calendar programs send none. */
    timeZone: text('time_zone').notNull(),
    createdAt: createdAt(),
    lastReadAt: timestamp('last_read_at'),
  },
  (t) => [uniqueIndex('calendars_key').on(t.key)],
);

export type User = typeof users.$inferSelect;
export type SavedView = typeof savedViews.$inferSelect;
