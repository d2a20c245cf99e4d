import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { timestamp } from './columns';

export const CUSTOM_FIELD_KINDS = [
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

export type CustomFieldKind = (typeof CUSTOM_FIELD_KINDS)[number];

/** The fields that a fund has added to its deals. Their values stand in `pipelines.fields`. */
export const customFields = sqliteTable('own_fields', {
  /** Letters and digits, from the first name; it never changes. */
  key: text('key').primaryKey(),
  name: text('name').notNull(),
  kind: text('kind', { enum: CUSTOM_FIELD_KINDS }).notNull(),
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

export type CustomField = typeof customFields.$inferSelect;

export interface MoneyValue {
  amount: number;
  /** Three capitals. */
  currency: string;
}

/** A day is YYYY-MM-DD, a person an account's id. */
export type CustomFieldValue = string | number | boolean | string[] | MoneyValue;

/** By key; nothing for a field without a value. */
export type CustomFieldValues = Record<string, CustomFieldValue>;
