import { and, inArray, isNotNull, notExists, sql } from 'drizzle-orm';
import type { Db } from '#db/client';
import { customFields, deals } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { customFieldEvent, recordHistory } from '~/domain/history/record.server';

/** Keeps fields that a deal has a value in by now. */
export async function deleteUnusedCustomFields(
  tx: Db,
  viewer: Viewer,
  keys: string[],
): Promise<void> {
  const value = sql`${deals.fields} ->> ${customFields.key}`;
  const dealsWithValue = tx.select({ id: deals.id }).from(deals).where(isNotNull(value));
  const deleted = await tx
    .delete(customFields)
    .where(and(inArray(customFields.key, keys), notExists(dealsWithValue)))
    .returning();
  const events = deleted.map((field) => customFieldEvent(field, 'deleted'));
  await recordHistory(tx, viewer, events);
}
