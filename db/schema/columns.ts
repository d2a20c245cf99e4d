import { sql } from 'drizzle-orm';
import { type AnySQLiteColumn, integer } from 'drizzle-orm/sqlite-core';

/** Milliseconds since 1970, UTC. */
export const timestamp = (name: string) => integer(name, { mode: 'timestamp_ms' });
export const createdAt = () => timestamp('created_at').notNull();
export const updatedAt = () => timestamp('updated_at').notNull();

/** Emails are ASCII, so SQL's lower() folds them completely. */
export function lower(column: AnySQLiteColumn | string) {
  return sql`lower(${column})`;
}

/** Counts bytes, which SQLite knows without reading the text, unlike characters. */
export function octetLength(column: AnySQLiteColumn) {
  return sql<number>`octet_length(${column})`;
}
