import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { deals, listOptions } from '#db/schema';
import { addCustomField } from '~/domain/custom-field/create.server';
import { toCustomFieldName } from '~/domain/custom-field/names';
import { updateCustomField } from '~/domain/custom-field/update.server';
import { applyImport } from '~/domain/import/apply/apply.server';
import { addOption, setChoiceRequired } from '~/domain/operations/option-list/edit-options.server';
import { retireOption } from '~/domain/operations/option-list/retire-option.server';
import { OPTION_LIST_DEFINITIONS } from '~/domain/option-list/definitions';
import { catchResponse } from '../../support/answers';
import { createCastForEach } from '../../support/cast';
import { addDeal, deleteDeals, getStoredDeal } from '../../support/deals';
import { addPreview, createDealRow, createNewDealRow } from '../../support/import-previews';

const people = createCastForEach();
beforeEach(deleteDeals);

const STAGES = OPTION_LIST_DEFINITIONS.find(({ name }) => name === 'stages')!;

async function refusedWith(id: number): Promise<string> {
  const answer = await catchResponse(applyImport(people.ana, id));
  expect(answer.status).toBe(409);
  return ((await answer.json()) as { message: string }).message;
}

/** Adds previews that set one field of a new and of a stored deal. */
async function addPreviews(field: string, value: string) {
  const deal = await addDeal(people.ana, { companyName: 'Birch' });
  return {
    deal,
    previews: [
      await addPreview(people.ana, [createNewDealRow('Aster', { [field]: value })]),
      await addPreview(people.ana, [createDealRow('changed', deal, { [field]: [null, value] })]),
    ],
  };
}

describe('settings changed after the preview (rule 16.63)', () => {
  test('a stage that was retired after the preview is named', async () => {
    await addOption(people.maren, STAGES, { name: 'Sourcing', days: null, kind: 'open' });
    const deal = await addDeal(people.ana, { companyName: 'Birch' });
    const stage = ['New', 'Sourcing'] as [from: string, to: string];
    const previews = [
      await addPreview(people.ana, [createNewDealRow('Aster', { stage: 'Sourcing' })]),
      await addPreview(people.ana, [createDealRow('changed', deal, { stage })]),
    ];
    const [option] = await db.select().from(listOptions).where(eq(listOptions.name, 'Sourcing'));
    await retireOption(people.maren, option!.id, undefined);
    expect([await refusedWith(previews[0]!), await refusedWith(previews[1]!)]).toEqual([
      'Aster cannot be imported: the stage “Sourcing” was retired. Please compare again.',
      'Acme cannot be imported: the stage “Sourcing” was retired. Please compare again.',
    ]);
    expect(await db.$count(deals)).toBe(1);
  });

  test('a reason that is required since the preview is asked for', async () => {
    const id = await addPreview(people.ana, [createNewDealRow('Aster', { stage: 'Passed' })]);
    await setChoiceRequired(people.maren, 'reasons', true);
    expect(await refusedWith(id)).toBe(
      'Aster cannot be imported: “Passed” needs a reason. Please compare again.',
    );
    await setChoiceRequired(people.maren, 'reasons', false);
    await applyImport(people.ana, id);
    expect(await db.$count(deals)).toBe(1);
  });

  test('nothing is written to a field that was archived', async () => {
    const { key } = await addCustomField(people.maren, {
      name: 'Source',
      kind: 'text',
      required: false,
      options: [],
    });
    const { deal, previews } = await addPreviews(toCustomFieldName(key), 'Fair');
    await updateCustomField(people.maren, key, { archived: true });
    for (const id of previews) expect(await refusedWith(id)).toContain('fields was archived.');
    expect((await getStoredDeal(deal))!.fields).toEqual({});
  });

  test('a choice that was removed after the preview is named', async () => {
    const field = { name: 'Tier', kind: 'choice' as const, required: false, options: ['A', 'B'] };
    const { key } = await addCustomField(people.maren, field);
    const { deal, previews } = await addPreviews(toCustomFieldName(key), 'A');
    await updateCustomField(people.maren, key, { options: ['B'] });
    for (const id of previews)
      expect(await refusedWith(id)).toContain('“A” is no longer a choice of Tier.');
    await updateCustomField(people.maren, key, { options: ['A', 'B'] });
    for (const id of previews) await applyImport(people.ana, id);
    expect((await getStoredDeal(deal))!.fields).toEqual({ [key]: 'A' });
  });
});
