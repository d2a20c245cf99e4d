import { asc, sql } from 'drizzle-orm';
import { cacheUntilCommit } from '#db/cache';
import { type Db, db } from '#db/client';
import { type CustomField, customFields } from '#db/schema';

/** All of the fund's own fields in their order; archived ones, the latest first, come last. */
export async function queryCustomFields(from: Db = db): Promise<CustomField[]> {
  return from
    .select()
    .from(customFields)
    .orderBy(
      sql`${customFields.archivedAt} desc nulls first`,
      asc(customFields.position),
      asc(customFields.key),
    );
}

/** The same, cached. */
export async function listCustomFields(): Promise<CustomField[]> {
  return cacheUntilCommit('own fields', () => queryCustomFields());
}

/** Those that are not archived. */
export async function listActiveCustomFields(): Promise<CustomField[]> {
  return (await listCustomFields()).filter(isActiveField);
}

export function isActiveField({ archivedAt }: Pick<CustomField, 'archivedAt'>): boolean {
  return archivedAt === null;
}
