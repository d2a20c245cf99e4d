import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { deals, decisions, listOptions } from '#db/schema';
import { addCustomField } from '~/domain/custom-field/create.server';
import { toCustomFieldName } from '~/domain/custom-field/names';
import type { NewCustomField } from '~/domain/custom-field/schema';
import { updateCustomField } from '~/domain/custom-field/update.server';
import { applyImport } from '~/domain/import/apply/apply.server';
import {
  addOption,
  setChoiceRequired,
  updateOption,
} from '~/domain/operations/option-list/edit-options.server';
import { retireOption } from '~/domain/operations/option-list/retire-option.server';
import {
  OPTION_LIST_DEFINITIONS,
  type OptionListDefinition,
} from '~/domain/option-list/definitions';
import { catchResponse } from '../../support/answers';
import { createCastForEach } from '../../support/cast';
import { addDeal, getStoredDeal } from '../../support/deals';
import {
  addPreview,
  COMPANIES_SHEET,
  createDealRow,
  createNewDealRow,
} from '../../support/import-previews';
import { resetOptionLists } from '../../support/option-lists';

const people = createCastForEach();
beforeEach(resetOptionLists);

const [STAGES, REASONS] = ['stages', 'reasons'].map((list) =>
  OPTION_LIST_DEFINITIONS.find(({ name }) => name === list)!,
) as [OptionListDefinition, OptionListDefinition];

async function findOptionId(name: string): Promise<number> {
  const [option] = await db.select().from(listOptions).where(eq(listOptions.name, name));
  return option!.id;
}

async function refusedWith(id: number): Promise<string> {
  const answer = await catchResponse(applyImport(people.ana, id));
  expect(answer.status).toBe(409);
  return ((await answer.json()) as { message: string }).message;
}

const addField = (field: Pick<NewCustomField, 'name' | 'kind'> & { options?: string[] }) =>
  addCustomField(people.maren, { required: false, options: [], ...field });

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
    await retireOption(people.maren, await findOptionId('Sourcing'), undefined);
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

  test('a reason is followed when renamed, and named when retired', async () => {
    await addOption(people.maren, REASONS, { name: 'Too slow', days: null, kind: null });
    const addClosedDeal = (name: string) => {
      const row = createNewDealRow(name, { stage: 'Passed' });
      const outcome = { ...row.outcome, closingReason: 'Too slow' };
      return addPreview(people.ana, [{ ...row, outcome }]);
    };
    const reason = await findOptionId('Too slow');
    await updateOption(people.maren, reason, { name: 'Slow growth', days: null });
    await applyImport(people.ana, await addClosedDeal('Aster'));
    expect(await db.select().from(decisions)).toMatchObject([{ reasonId: reason }]);
    await retireOption(people.maren, reason, undefined);
    expect(await refusedWith(await addClosedDeal('Birch'))).toBe(
      'Birch cannot be imported: the reason “Too slow” was retired. Please compare again.',
    );
  });

  test('a new field whose name was taken is named', async () => {
    const newFields = { 3: { name: 'Rating', kind: 'text' as const } };
    const sheets = [{ ...COMPANIES_SHEET, newFields }];
    const id = await addPreview(people.maren, [createNewDealRow('Aster')], { sheets });
    await addField({ name: 'Rating', kind: 'text' });
    const answer = await catchResponse(applyImport(people.maren, id));
    expect([answer.status, await answer.json()]).toMatchObject([
      409,
      {
        message:
          'The field “Rating” cannot be added. Another field already has this name. Please choose the columns again.',
      },
    ]);
  });

  test('nothing is written to a field that was archived', async () => {
    const { key } = await addField({ name: 'Source', kind: 'text' });
    const { deal, previews } = await addPreviews(toCustomFieldName(key), 'Fair');
    await updateCustomField(people.maren, key, { archived: true });
    for (const id of previews) expect(await refusedWith(id)).toContain('fields was archived.');
    expect((await getStoredDeal(deal))!.fields).toEqual({});
  });

  test('a choice that was removed after the preview is named', async () => {
    const { key } = await addField({ name: 'Tier', kind: 'choice', options: ['A', 'B'] });
    const { deal, previews } = await addPreviews(toCustomFieldName(key), 'A');
    await updateCustomField(people.maren, key, { options: ['B'] });
    for (const id of previews)
      expect(await refusedWith(id)).toContain('“A” is no longer a choice of Tier.');
    await updateCustomField(people.maren, key, { options: ['A', 'B'] });
    for (const id of previews) await applyImport(people.ana, id);
    expect((await getStoredDeal(deal))!.fields).toEqual({ [key]: 'A' });
  });
});
