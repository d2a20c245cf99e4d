import { inArray } from 'drizzle-orm';
import type { Db } from '#db/client';
import { customFields } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { customFieldEvent, recordHistory } from '~/domain/history/record.server';
import { queryCustomFields } from './list.server';

export async function deleteUnusedCustomFields(
  tx: Db,
  viewer: Viewer,
  keys: string[],
): Promise<void> {
  const fields = (await queryCustomFields(tx)).filter(({ key }) => keys.includes(key));
  await tx.delete(customFields).where(inArray(customFields.key, keys));
  await recordHistory(
    tx,
    viewer,
    fields.map((field) => customFieldEvent(field, 'deleted')),
  );
}
