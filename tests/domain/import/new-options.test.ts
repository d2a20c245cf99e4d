import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { listOptions, type ValueChoices } from '#db/schema';
import { transaction } from '#db/transaction';
import { addCustomField } from '~/domain/custom-field/create.server';
import { deleteUnusedCustomFields } from '~/domain/custom-field/delete.server';
import { listCustomFields } from '~/domain/custom-field/list.server';
import { toCustomFieldName } from '~/domain/custom-field/names';
import { NewCustomField } from '~/domain/custom-field/schema';
import { updateCustomField } from '~/domain/custom-field/update.server';
import { updateDeal } from '~/domain/deal/update.server';
import { createNewOptions, removeNewOptions } from '~/domain/import/apply/new-options.server';
import { parseInput } from '~/errors';
import { createCastForEach } from '../../support/cast';
import { addDeal } from '../../support/deals';
import { resetOptionLists } from '../../support/option-lists';

const people = createCastForEach();
afterEach(resetOptionLists);

function addOptions(field: string, texts: string[]) {
  const values: ValueChoices['values'] = texts.map((text) => ({
    field,
    text,
    choice: { do: 'option' },
  }));
  return transaction((tx) => createNewOptions(tx, people.maren, { valueChoices: { values } }));
}

type Added = Awaited<ReturnType<typeof addOptions>>;
const removeOptions = (added: Added) =>
  transaction((tx) => removeNewOptions(tx, people.maren, added));

async function addField(field: Record<string, unknown>): Promise<string> {
  return (await addCustomField(people.maren, parseInput(NewCustomField, field))).key;
}

const addChoiceField = (options: string[]) => addField({ name: 'Sector', kind: 'choice', options });

const getOptions = async (key: string) =>
  (await listCustomFields()).find((field) => field.key === key)?.options;
const isStage = async (name: string) =>
  (await db.$count(listOptions, eq(listOptions.name, name))) > 0;

describe('options that an import adds (rule 16.60)', () => {
  test.each([
    ['at most 100 choices', Array.from({ length: 100 }, (_, n) => `Sector ${n}`), 'Another'],
    ['at most 100 characters', ['Energy'], 'x'.repeat(101)],
  ])('a custom field has %s', async (limit, options, text) => {
    const key = await addChoiceField(options);
    const added = addOptions(toCustomFieldName(key), [text]);
    await expect(added).rejects.toMatchObject({
      status: 400,
      message: `Sector: Please use ${limit}. Please choose other values.`,
    });
    expect(await getOptions(key)).toEqual(options);
  });

  test('a refused import leaves choices that a colleague added', async () => {
    const key = await addChoiceField(['Energy']);
    const added = await addOptions(toCustomFieldName(key), ['Water']);
    await updateCustomField(people.maren, key, { options: ['Energy', 'Water', 'Space'] });
    await removeOptions(added);
    expect(await getOptions(key)).toEqual(['Energy', 'Space']);
  });

  test('a refused import leaves stages that a deal is in by now', async () => {
    const deal = await addDeal(people.ana);
    const added = await addOptions('stage', ['Watchlist', 'Dormant']);
    await updateDeal(people.ana, deal, { stage: 'Watchlist' });
    await removeOptions(added);
    expect([await isStage('Watchlist'), await isStage('Dormant')]).toEqual([true, false]);
  });

  test('a refused import leaves fields that have a value by now', async () => {
    const used = await addField({ name: 'Source', kind: 'text' });
    const unused = await addField({ name: 'Region', kind: 'text' });
    const deal = await addDeal(people.ana);
    await updateDeal(people.ana, deal, { fields: { [used]: 'A' } });
    await transaction((tx) => deleteUnusedCustomFields(tx, people.maren, [used, unused]));
    const keys = (await listCustomFields()).map(({ key }) => key);
    expect(keys).toContain(used);
    expect(keys).not.toContain(unused);
  });
});
