import { asc, sql } from 'drizzle-orm';
import { cacheUntilCommit } from '#db/cache';
import { type Db, db } from '#db/client';
import { type CustomField, customFields } from '#db/schema';

export async function queryCustomFields(tx: Db = db): Promise<CustomField[]> {
  return tx
    .select()
    .from(customFields)
    .orderBy(
      sql`${customFields.archivedAt} desc nulls first`,
      asc(customFields.position),
      asc(customFields.key),
    );
}

export async function listCustomFields(): Promise<CustomField[]> {
  return cacheUntilCommit('custom fields', () => queryCustomFields());
}

export async function listActiveCustomFields(): Promise<CustomField[]> {
  return (await listCustomFields()).filter(isActiveField);
}

export function isActiveField({ archivedAt }: Pick<CustomField, 'archivedAt'>): boolean {
  return archivedAt === null;
}
