import { asc, sql } from 'drizzle-orm';
import { cachedUntilCommit } from '#db/cache';
import { db, type Db } from '#db/client';
import { type OwnField, ownFields } from '#db/schema';

/** All of the fund's own fields in their order; archived ones, the latest first, come last. */
export async function readFields(from: Db = db): Promise<OwnField[]> {
  return from
    .select()
    .from(ownFields)
    .orderBy(
      sql`${ownFields.archivedAt} desc nulls first`,
      asc(ownFields.position),
      asc(ownFields.key),
    );
}

/** The same, cached. */
export async function listFields(): Promise<OwnField[]> {
  return cachedUntilCommit('own fields', () => readFields());
}

/** Those that are not archived. */
export async function activeFields(): Promise<OwnField[]> {
  return (await listFields()).filter(isActive);
}

export function isActive({ archivedAt }: Pick<OwnField, 'archivedAt'>): boolean {
  return archivedAt === null;
}
