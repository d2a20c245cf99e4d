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

/** Values of custom fields are in `pipelines.fields`. */
export const customFields = sqliteTable('own_fields', {
  /** Letters and digits from the first name; never changes. */
  key: text('key').primaryKey(),
  name: text('name').notNull(),
  kind: text('kind', { enum: CUSTOM_FIELD_KINDS }).notNull(),
  hint: text('hint'),
  isRequired: integer('is_required', { mode: 'boolean' }).notNull().default(false),
  options: text('options', { mode: 'json' }).$type<string[]>().notNull().default([]),
  section: text('section'),
  position: integer('position').notNull(),
  archivedAt: timestamp('archived_at'),
});

export type CustomField = typeof customFields.$inferSelect;

export interface MoneyValue {
  amount: number;
  currency: string;
}

/** Days are YYYY-MM-DD, people account ids. */
export type CustomFieldValue = string | number | boolean | string[] | MoneyValue;

/** Values by key; fields without a value are missing. */
export type CustomFieldValues = Record<string, CustomFieldValue>;
