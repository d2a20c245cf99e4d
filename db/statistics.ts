import { sql } from 'drizzle-orm';
import { connections, OPTIMIZE } from './client';
import { transaction } from './transaction';

/** Refreshes the query planner's statistics of tables that have changed tenfold in size. */
export async function refreshStatistics(): Promise<void> {
  await refresh(`pragma ${OPTIMIZE}`);
}

/** Refreshes those of an index that got other values, and no other number of them. */
export async function refreshIndexStatistics(index: string): Promise<void> {
  await refresh(`analyze ${index}`);
}

async function refresh(statement: string): Promise<void> {
  await transaction(async (tx) => tx.run(sql.raw(statement)));
  // A connection reads statistics only with the schema; this makes the reader read both again.
  connections().reader.pragma('writable_schema = RESET');
}
