import { transaction } from '#db/transaction';
import type { NewAttachment } from '~/domain/attachment/add.server';
import { insertInboxItem } from '~/domain/inbox/insert.server';
import type { PitchInput } from './schema';

export async function addPitch(
  { consent: _consent, ...item }: PitchInput,
  files: NewAttachment[],
): Promise<void> {
  await transaction((tx) => insertInboxItem(tx, undefined, { source: 'form', ...item, files }));
}
