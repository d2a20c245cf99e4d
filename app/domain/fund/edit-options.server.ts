import { and, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '#db/client';
import {
  type FieldChanges,
  type ListOption,
  listOptions,
  OPTION_LISTS,
  type OptionListName,
  optionLists,
} from '#db/schema';
import { transaction } from '#db/transaction';
import { canEditOptionLists, type Viewer } from '~/domain/access';
import { diffFields } from '~/domain/history/field-value';
import { optionListEvent, recordHistory } from '~/domain/history/record.server';
import {
  findOptionListDefinition,
  type OptionListDefinition,
} from '~/domain/option-list/definitions';
import { isChoiceRequired, queryOptionLists } from '~/domain/option-list/list.server';
import { CLEAR_VALUE, isSameName, type OptionWithUsage } from '~/domain/option-list/option-lists';
import { STAGE_KINDS } from '~/domain/stage/kinds';
import { conflict, forbidden, invalid, notFound } from '~/errors';
import type { NewOptionForm, OptionForm } from './schema';
import { renameOptionInRecords, updateDerivedColumns } from './update-records.server';

const RECORDED_FIELDS = ['name', 'kind', 'days', 'position'] as const;

export function assertCanEditOptionLists(viewer: Viewer): void {
  if (!canEditOptionLists(viewer)) throw forbidden('Admin access required.');
}

export async function recordOptionChange(
  tx: Db,
  viewer: Viewer,
  { name: list, title }: OptionListDefinition,
  { name }: Pick<ListOption, 'name'>,
  action: Parameters<typeof optionListEvent>[2],
  fields?: FieldChanges,
): Promise<void> {
  await recordHistory(tx, viewer, [optionListEvent(list, `${title}: ${name}`, action, fields)]);
}

/** Adds an option after the others. Throws 400 for a taken name, 409 for one too many. */
export async function addOption(
  viewer: Viewer,
  list: OptionListDefinition,
  { name, days, kind }: NewOptionForm,
): Promise<void> {
  assertCanEditOptionLists(viewer);
  await transaction(async (tx) => {
    const entries = (await queryOptionLists(tx)).listed(list.name);
    if (entries.length >= list.maxOptions)
      throw conflict(
        `You can have up to ${list.maxOptions} ${list.title.toLowerCase()}. Retire one first.`,
      );
    assertNameAvailable(list, entries, name);
    if (list.attributes.includes('kind') && !kind)
      throw invalid([{ path: 'kind', message: 'Please choose a kind' }]);
    const values = {
      ...{ list: list.name, name, position: entries.length + 1 },
      kind: list.attributes.includes('kind') ? kind : null,
      days: list.attributes.includes('days') ? days : null,
    };
    await tx.insert(listOptions).values(values);
    await updateDerivedColumns(tx, list.name);
    await recordOptionChange(
      tx,
      viewer,
      list,
      values,
      'created',
      diffFields(RECORDED_FIELDS, {}, values),
    );
  });
}

/** Renames an option in all records, or changes its days. Throws 400 for a taken name. */
export async function updateOption(
  viewer: Viewer,
  id: number,
  { name, days }: OptionForm,
): Promise<void> {
  assertCanEditOptionLists(viewer);
  await transaction(async (tx) => {
    const { list, entry, entries } = await getOptionForUpdate(tx, id);
    const otherEntries = entries.filter((candidate) => candidate.id !== id);
    assertNameAvailable(list, otherEntries, name);
    const changes = list.attributes.includes('days') ? { name, days } : { name };
    await applyOptionChanges(tx, viewer, list, entry, changes);
  });
}

/** Swaps an option with its neighbour; does nothing at an end. */
export async function moveOption(viewer: Viewer, id: number, step: -1 | 1): Promise<void> {
  assertCanEditOptionLists(viewer);
  await transaction(async (tx) => {
    const { list, entry, entries } = await getOptionForUpdate(tx, id);
    const index = entries.findIndex((candidate) => candidate.id === id);
    const neighbour = entries[index + step];
    if (!neighbour) return;
    const order = entries.with(index, neighbour).with(index + step, entry);
    await updatePositions(tx, order);
    await updateDerivedColumns(tx, list.name);
    await recordOptionChange(tx, viewer, list, entry, 'changed', {
      position: [index + 1, index + step + 1],
    });
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

/** Returns an active option with its list and the list's active options. */
export async function getOptionForUpdate(tx: Db, id: number) {
  const { listed } = await queryOptionLists(tx);
  const entry = OPTION_LISTS.flatMap(listed).find((candidate) => candidate.id === id);
  if (!entry) throw notFound('This entry no longer exists.');
  const list = findOptionListDefinition(entry.list)!;
  return { list, entry, entries: listed(entry.list) };
}

/** Numbers the options from 1. */
export async function updatePositions(tx: Db, entries: ListOption[]): Promise<void> {
  for (const [i, { id }] of entries.entries())
    await tx
      .update(listOptions)
      .set({ position: i + 1 })
      .where(and(eq(listOptions.id, id), ne(listOptions.position, sql`${i + 1}`)));
}

async function applyOptionChanges(
  tx: Db,
  viewer: Viewer,
  list: OptionListDefinition,
  before: ListOption,
  changes: Partial<OptionForm>,
): Promise<void> {
  const fields = diffFields(RECORDED_FIELDS, before, { ...before, ...changes });
  if (!Object.keys(fields).length) return;
  const { name = before.name } = changes;
  const names = new Set([...before.former, before.name]);
  names.delete(name);
  const set = { ...changes, former: [...names] };
  await tx.update(listOptions).set(set).where(eq(listOptions.id, before.id));
  if (name !== before.name) await renameOptionInRecords(tx, list.name, before.name, name);
  await updateDerivedColumns(tx, list.name);
  await recordOptionChange(tx, viewer, list, before, 'changed', fields);
}

/** Throws 400 for a name of another option or a kind of stage. */
function assertNameAvailable(
  list: OptionListDefinition,
  otherEntries: OptionWithUsage[],
  name: string,
): void {
  const refuse = (message: string) => invalid([{ path: 'name', message }]);
  if (otherEntries.some((entry) => isSameName(entry.name, name)))
    throw refuse(`Another ${list.noun} already has this name`);
  if (list.attributes.includes('kind') && STAGE_KINDS.some((kind) => isSameName(kind, name)))
    throw refuse(`“${name}” is the name of a kind of stage`);
  if (name === CLEAR_VALUE) throw refuse(`“${name}” cannot be used as a name`);
}
