import { transaction } from '#db/transaction';
import type { NewAttachment } from '~/domain/attachment/add.server';
import { insertInboxItem } from '~/domain/inbox/insert.server';
import { assertPitchesLeft } from './daily-limit.server';
import type { PitchInput } from './schema';

export async function addPitch(
  { consent: _consent, ...item }: PitchInput,
  files: NewAttachment[],
): Promise<void> {
  await transaction(async (tx) => {
    // Others may have sent theirs while the files of this one arrived.
    await assertPitchesLeft(tx);
    await insertInboxItem(tx, undefined, { source: 'form', ...item, files });
  });
}
