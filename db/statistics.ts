import { sql } from 'drizzle-orm';
import { connections, OPTIMIZE } from './client';
import { transaction } from './transaction';

let announce: () => void = () => undefined;

/** From now on `tell` is called when they were refreshed, so that other processes reload them. */
export function announceStatistics(tell: () => void): void {
  announce = tell;
}

/** Refreshes the query planner's statistics of tables that have changed tenfold in size. */
export async function refreshStatistics(): Promise<void> {
  await refresh(`pragma ${OPTIMIZE}`);
}

/** Refreshes those of an index that got other values, and no other number of them. */
export async function refreshIndexStatistics(index: string): Promise<void> {
  await refresh(`analyze ${index}`);
}

/** A connection reads statistics only with the schema; this makes it read both again. */
const RELOAD = 'writable_schema = RESET';

async function refresh(statement: string): Promise<void> {
  await transaction(async (tx) => tx.run(sql.raw(statement)));
  connections().reader.pragma(RELOAD);
  announce();
}

/** After another process of the server has refreshed them. */
export async function reloadStatistics(): Promise<void> {
  connections().reader.pragma(RELOAD);
  await transaction(async (tx) => tx.run(sql.raw(`pragma ${RELOAD}`)));
}
