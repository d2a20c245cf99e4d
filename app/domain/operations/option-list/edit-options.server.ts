import { and, eq, inArray, ne, notExists, sql } from 'drizzle-orm';
import type { Db } from '#db/client';
import {
  deals,
  type FieldChanges,
  type ListOption,
  listOptions,
  OPTION_LISTS,
  type OptionListName,
  optionLists,
} from '#db/schema';
import { transaction } from '#db/transaction';
import { canEditOptionLists, type Viewer } from '~/domain/access';
import {
  addSeenValues,
  hashShownValues,
  keepChangesOfOthers,
} from '~/domain/form-conflict/shown-values.server';
import { diffFields } from '~/domain/history/field-value';
import { optionListEvent, recordHistory } from '~/domain/history/record.server';
import {
  findOptionListDefinition,
  type OptionListDefinition,
} from '~/domain/option-list/definitions';
import {
  getOptionLists,
  isChoiceRequired,
  queryOptionLists,
} from '~/domain/option-list/list.server';
import {
  CLEAR_VALUE,
  isSameName,
  type OptionLists,
  type OptionWithUsage,
} from '~/domain/option-list/option-lists';
import { STAGE_KINDS } from '~/domain/stage/kinds';
import { conflict, forbidden, invalid, notFound } from '~/errors';
import type { NewOptionForm, OptionForm } from './schema';
import { renameOptionInRecords, updateDerivedColumns } from './update-records.server';

const RECORDED_FIELDS = ['name', 'kind', 'days', 'position'] as const;

export function assertCanEditOptionLists(viewer: Viewer): void {
  if (!canEditOptionLists(viewer)) throw forbidden('Admin access required.');
}

interface OptionChange {
  list: OptionListDefinition;
  option: Pick<ListOption, 'name'>;
  action: Parameters<typeof optionListEvent>[2];
  fields?: FieldChanges;
}

export async function recordOptionChange(
  tx: Db,
  viewer: Viewer,
  { list, option, action, fields }: OptionChange,
): Promise<void> {
  const subjectName = `${list.title}: ${option.name}`;
  await recordHistory(tx, viewer, [optionListEvent(list.name, subjectName, action, fields)]);
}

export async function addOption(
  viewer: Viewer,
  list: OptionListDefinition,
  option: NewOptionForm,
): Promise<void> {
  assertCanEditOptionLists(viewer);
  await transaction((tx) => insertOption(tx, viewer, list, option));
}

/** Skips the permission check: an import by staff may add options. */
export async function insertOption(
  tx: Db,
  viewer: Viewer,
  list: OptionListDefinition,
  { name, days, kind }: NewOptionForm,
): Promise<void> {
  const options = (await queryOptionLists(tx)).listActiveOptions(list.name);
  if (options.length >= list.maxOptions)
    throw conflict(
      `You can have up to ${list.maxOptions} ${list.title.toLowerCase()}. Retire one first.`,
    );
  assertNameAvailable(list, options, name);
  if (list.attributes.includes('kind') && !kind)
    throw invalid([{ path: 'kind', message: 'Please choose a kind' }]);
  const values = {
    list: list.name,
    name,
    position: options.length + 1,
    kind: list.attributes.includes('kind') ? kind : null,
    days: list.attributes.includes('days') ? days : null,
  };
  await tx.insert(listOptions).values(values);
  await updateDerivedColumns(tx, list.name);
  const fields = diffFields(RECORDED_FIELDS, {}, values);
  await recordOptionChange(tx, viewer, { list, option: values, action: 'created', fields });
}

/** Keeps stages that deals are in by now. */
export async function deleteUnusedOptions(
  tx: Db,
  viewer: Viewer,
  list: OptionListDefinition,
  names: string[],
): Promise<void> {
  const { id, name } = listOptions;
  const dealsInStage = tx.select({ id: deals.id }).from(deals).where(eq(deals.stageId, id));
  const isUnused = and(
    eq(listOptions.list, list.name),
    inArray(name, names),
    notExists(dealsInStage),
  );
  const deleted = await tx.delete(listOptions).where(isUnused).returning({ name });
  await updateDerivedColumns(tx, list.name);
  for (const option of deleted)
    await recordOptionChange(tx, viewer, { list, option, action: 'deleted' });
}

/**
 * Changes name and days of an option and returns its name. Throws 409 for what somebody else has
 * changed since a form showed it, as in `seen`.
 */
export async function updateOption(
  viewer: Viewer,
  id: number,
  sent: OptionForm,
  { seen }: { seen?: string } = {},
): Promise<string> {
  assertCanEditOptionLists(viewer);
  return transaction(async (tx) => {
    const { list, option, options } = await getOptionForUpdate(tx, id);
    const { name, days } = keepChangesOfOthers(sent, option, seen);
    const otherOptions = options.filter((candidate) => candidate.id !== id);
    assertNameAvailable(list, otherOptions, name);
    const changes = list.attributes.includes('days') ? { name, days } : { name };
    await applyOptionChanges(tx, viewer, { list, option }, changes);
    return name;
  });
}

type ShownOption = Pick<ListOption, 'name' | 'days'>;

const pickShownValues = ({ name, days }: ShownOption) => ({ name, days });

export const hashShownOption = (option: ShownOption) => hashShownValues(pickShownValues(option));

/** Returns `seen` for a form that was refused for these values; the same if the option is gone. */
export async function addSeenOptionValues(
  id: number,
  seen: string | undefined,
  named: readonly string[],
): Promise<string | undefined> {
  const option = findActiveOption(await getOptionLists(), id);
  return option ? addSeenValues(seen, pickShownValues(option), named) : seen;
}

export async function moveOption(viewer: Viewer, id: number, step: -1 | 1): Promise<void> {
  assertCanEditOptionLists(viewer);
  await transaction(async (tx) => {
    const { list, option, options } = await getOptionForUpdate(tx, id);
    const index = options.findIndex((candidate) => candidate.id === id);
    const neighbour = options[index + step];
    if (!neighbour) return;
    const order = options.with(index, neighbour).with(index + step, option);
    await updatePositions(tx, order);
    await updateDerivedColumns(tx, list.name);
    const fields: FieldChanges = { position: [index + 1, index + step + 1] };
    await recordOptionChange(tx, viewer, { list, option, action: 'changed', fields });
  });
}

export async function setChoiceRequired(
  viewer: Viewer,
  name: OptionListName,
  wanted: boolean,
): Promise<void> {
  assertCanEditOptionLists(viewer);
  await transaction(async (tx) => {
    const before = await isChoiceRequired(name, tx);
    if (before === wanted) return;
    const values = { name, isRequired: wanted };
    const target = optionLists.name;
    await tx.insert(optionLists).values(values).onConflictDoUpdate({ target, set: values });
    const { title } = findOptionListDefinition(name)!;
    await recordHistory(tx, viewer, [
      optionListEvent(name, title, 'changed', { isRequired: [before, wanted] }),
    ]);
  });
}

export async function getOptionForUpdate(tx: Db, id: number) {
  const lists = await queryOptionLists(tx);
  const option = findActiveOption(lists, id);
  if (!option) throw notFound('This option no longer exists.');
  const list = findOptionListDefinition(option.list)!;
  return { list, option, options: lists.listActiveOptions(option.list) };
}

function findActiveOption({ listActiveOptions }: OptionLists, id: number) {
  return OPTION_LISTS.flatMap(listActiveOptions).find((option) => option.id === id);
}

export async function updatePositions(tx: Db, options: ListOption[]): Promise<void> {
  for (const [i, { id }] of options.entries())
    await tx
      .update(listOptions)
      .set({ position: i + 1 })
      .where(and(eq(listOptions.id, id), ne(listOptions.position, sql`${i + 1}`)));
}

async function applyOptionChanges(
  tx: Db,
  viewer: Viewer,
  { list, option }: { list: OptionListDefinition; option: ListOption },
  changes: Partial<OptionForm>,
): Promise<void> {
  const fields = diffFields(RECORDED_FIELDS, option, { ...option, ...changes });
  if (!Object.keys(fields).length) return;
  const { name = option.name } = changes;
  const names = new Set([...option.previousNames, option.name]);
  names.delete(name);
  const set = { ...changes, previousNames: [...names] };
  await tx.update(listOptions).set(set).where(eq(listOptions.id, option.id));
  if (name !== option.name) await renameOptionInRecords(tx, list.name, option.name, name);
  await updateDerivedColumns(tx, list.name);
  await recordOptionChange(tx, viewer, { list, option, action: 'changed', fields });
}

function assertNameAvailable(
  list: OptionListDefinition,
  otherOptions: OptionWithUsage[],
  name: string,
): void {
  const createNameError = (message: string) => invalid([{ path: 'name', message }]);
  if (otherOptions.some((other) => isSameName(other.name, name)))
    throw createNameError(`Another ${list.noun} already has this name`);
  if (list.attributes.includes('kind') && STAGE_KINDS.some((kind) => isSameName(kind, name)))
    throw createNameError(`“${name}” is the name of a kind of stage`);
  if (name === CLEAR_VALUE) throw createNameError(`“${name}” cannot be used as a name`);
}
