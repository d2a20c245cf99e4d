import { eq } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type CustomField, customFields, type Import, type OptionListName } from '#db/schema';
import { isStaff, type Viewer } from '~/domain/access';
import { queryCustomFields } from '~/domain/custom-field/list.server';
import { toCustomFieldName } from '~/domain/custom-field/names';
import { customFieldEvent, recordHistory } from '~/domain/history/record.server';
import {
  deleteUnusedOptions,
  insertOption,
} from '~/domain/operations/option-list/edit-options.server';
import { NewOptionForm } from '~/domain/operations/option-list/schema';
import { findOptionListDefinition } from '~/domain/option-list/definitions';
import { queryOptionLists } from '~/domain/option-list/list.server';
import { isSameName } from '~/domain/option-list/option-lists';
import { forbidden, parseInput } from '~/errors';

const LISTS: Record<string, OptionListName | undefined> = {
  stage: 'stages',
  fundingRound: 'rounds',
  industries: 'industries',
  nextMeetingDate: 'meetings',
};

export interface AddedOptions {
  lists: { name: OptionListName; options: string[] }[];
  fields: CustomField[];
}

export async function createNewOptions(
  tx: Db,
  viewer: Viewer,
  { valueChoices }: Pick<Import, 'valueChoices'>,
): Promise<AddedOptions> {
  const added: AddedOptions = { lists: [], fields: [] };
  const chosen = (valueChoices?.values ?? []).filter(({ choice }) => choice.do === 'option');
  if (chosen.length && !isStaff(viewer)) throw forbidden();
  for (const field of new Set(chosen.map((entry) => entry.field))) {
    const texts = chosen.filter((entry) => entry.field === field).map(({ text }) => text);
    const list = LISTS[field];
    if (list) added.lists.push({ name: list, options: await addToList(tx, viewer, list, texts) });
    else added.fields.push(...(await addToField(tx, viewer, field, texts)));
  }
  return added;
}

async function addToList(
  tx: Db,
  viewer: Viewer,
  name: OptionListName,
  texts: string[],
): Promise<string[]> {
  const list = findOptionListDefinition(name)!;
  const known = (await queryOptionLists(tx)).listActiveNames(name);
  const missing = texts.filter((text) => !known.some((option) => isSameName(option, text)));
  const kind = list.attributes.includes('kind') ? 'open' : null;
  for (const text of missing) {
    const option = parseInput(NewOptionForm, { name: text, days: '', kind });
    await insertOption(tx, viewer, list, option);
  }
  return missing;
}

async function addToField(
  tx: Db,
  viewer: Viewer,
  name: string,
  texts: string[],
): Promise<CustomField[]> {
  const field = (await queryCustomFields(tx)).find(({ key }) => toCustomFieldName(key) === name);
  const missing = texts.filter(
    (text) => !field?.options.some((option) => isSameName(option, text)),
  );
  if (!field || !missing.length) return [];
  await setFieldOptions(tx, viewer, field, [...field.options, ...missing]);
  return [field];
}

async function setFieldOptions(
  tx: Db,
  viewer: Viewer,
  field: CustomField,
  options: string[],
): Promise<void> {
  await tx.update(customFields).set({ options }).where(eq(customFields.key, field.key));
  const changes = { options: [field.options, options] as [string[], string[]] };
  await recordHistory(tx, viewer, [customFieldEvent(field, 'changed', changes)]);
}

export async function removeNewOptions(
  tx: Db,
  viewer: Viewer,
  { lists, fields }: AddedOptions,
): Promise<void> {
  for (const { name, options } of lists)
    if (options.length)
      await deleteUnusedOptions(tx, viewer, findOptionListDefinition(name)!, options);
  for (const before of fields) {
    const now = (await queryCustomFields(tx)).find(({ key }) => key === before.key);
    if (now) await setFieldOptions(tx, viewer, now, before.options);
  }
}
