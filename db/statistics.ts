import { sql } from 'drizzle-orm';
import { connections, OPTIMIZE } from './client';
import { transaction } from './transaction';

/** Refreshes the query planner's statistics while the server runs. */
export async function refreshStatistics(): Promise<void> {
  await transaction(async (tx) => tx.run(sql.raw(`pragma ${OPTIMIZE}`)));
  // A connection reads statistics only with the schema; this makes the reader reload it.
  connections().reader.pragma('writable_schema = RESET');
}
