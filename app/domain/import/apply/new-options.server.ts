import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '#db/client';
import { type CustomField, customFields, type Import, type OptionListName } from '#db/schema';
import { isStaff, type Viewer } from '~/domain/access';
import { queryCustomFields } from '~/domain/custom-field/list.server';
import { toCustomFieldName } from '~/domain/custom-field/names';
import { OptionsSchema } from '~/domain/custom-field/schema';
import { customFieldEvent, recordHistory } from '~/domain/history/record.server';
import {
  deleteUnusedOptions,
  insertOption,
} from '~/domain/operations/option-list/edit-options.server';
import { NewOptionForm } from '~/domain/operations/option-list/schema';
import { findOptionListDefinition } from '~/domain/option-list/definitions';
import { queryOptionLists } from '~/domain/option-list/list.server';
import { isSameName } from '~/domain/option-list/option-lists';
import { badRequest, forbidden } from '~/errors';

const LISTS: Record<string, OptionListName | undefined> = {
  stage: 'stages',
  fundingRound: 'rounds',
  industries: 'industries',
  nextMeetingDate: 'meetings',
};

interface AddedOptions {
  lists: { name: OptionListName; options: string[] }[];
  /** By the key of a custom field. */
  fields: { key: string; options: string[] }[];
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
    const option = parseOptions(list.title, NewOptionForm, { name: text, days: '', kind });
    await insertOption(tx, viewer, list, option);
  }
  return missing;
}

async function addToField(
  tx: Db,
  viewer: Viewer,
  name: string,
  texts: string[],
): Promise<AddedOptions['fields']> {
  const field = (await queryCustomFields(tx)).find(({ key }) => toCustomFieldName(key) === name);
  const missing = texts.filter(
    (text) => !field?.options.some((option) => isSameName(option, text)),
  );
  if (!field || !missing.length) return [];
  const options = parseOptions(field.name, OptionsSchema, [...field.options, ...missing]);
  await setFieldOptions(tx, viewer, field, options);
  return [{ key: field.key, options: missing }];
}

function parseOptions<Schema extends z.ZodType>(
  label: string,
  schema: Schema,
  options: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(options);
  if (parsed.success) return parsed.data;
  throw badRequest(`${label}: ${parsed.error.issues[0]!.message}. Please choose other values.`);
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
  for (const added of fields) {
    const field = (await queryCustomFields(tx)).find(({ key }) => key === added.key);
    if (!field) continue;
    const remaining = field.options.filter((option) => !added.options.includes(option));
    await setFieldOptions(tx, viewer, field, remaining);
  }
}
