import { db } from '#db/client';
import { deals, listOptions, optionLists } from '#db/schema';
import { transaction } from '#db/transaction';
import { createOptionParser } from '~/domain/import/values/option-parser';
import { getOptionLists } from '~/domain/option-list/list.server';

export const specifiedLists = await getOptionLists();
export const optionParser = createOptionParser(specifiedLists);

const specifiedOptions = await db.select().from(listOptions);

export async function resetOptionLists(): Promise<void> {
  await transaction(async (tx) => {
    await tx.delete(deals);
    await tx.delete(listOptions);
    await tx.insert(listOptions).values(specifiedOptions);
    await tx.update(optionLists).set({ isRequired: false });
  });
}
