import { sql } from 'drizzle-orm';
import { transaction } from './transaction';

/**
 * Lets the search index drop deleted deals once they are half of one of its parts, not a tenth: the
 * undo of 10,000 deals spent a fifth of its time so, up to 200 ms at once. The file keeps this.
 */
export async function mergeSearchRarely(): Promise<void> {
  await transaction(async (tx) =>
    tx.run(sql`insert into pipeline_search (pipeline_search, rank) values ('deletemerge', 50)`),
  );
}
