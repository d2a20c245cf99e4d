import { db } from '#db/client';
import type { ValueChoices } from '#db/schema';
import { transaction } from '#db/transaction';
import { isStaff, type Viewer } from '~/domain/access';
import { rememberValues } from '~/domain/import/mapping/remembered-values.server';
import { getIdleImport } from '~/domain/import/record/lock.server';
import { forbidden } from '~/errors';
import { compareAgain } from './start.server';

interface Decision extends Required<ValueChoices> {
  made: ValueChoices['values'];
  dropped: { field: string; text: string }[];
}

export async function decideValues(
  viewer: Viewer,
  id: number,
  { values, others, made, dropped }: Decision,
): Promise<{ compared: Promise<void> }> {
  const importRecord = await getIdleImport(db, viewer, id, ['preview']);
  if (!isStaff(viewer) && values.some(({ choice }) => choice.do === 'option')) throw forbidden();
  await transaction((tx) => rememberValues(tx, viewer, { made, others, dropped }));
  return compareAgain(viewer, importRecord, { values, others });
}
