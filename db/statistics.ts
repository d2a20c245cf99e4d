import { sql } from 'drizzle-orm';
import { connections, OPTIMIZE } from './client';
import { transaction } from './transaction';

/** Statistics for the query planner as the data is now: for a program that runs on while it grows. */
export async function refreshStatistics(): Promise<void> {
  await transaction(async (tx) => tx.run(sql.raw(`pragma ${OPTIMIZE}`)));
  // A connection reads statistics with the schema, once; this makes the reader read it again.
  connections().reader.pragma('writable_schema = RESET');
}
