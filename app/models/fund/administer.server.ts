import { and, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type ListEntry, listEntries, type ListName, LISTS, lists } from '#db/schema';
import { transaction } from '#db/transaction';
import { mayEditLists, type Viewer } from '~/models/access';
import { differences } from '~/models/history/field-value';
import { listEntry, writeHistory } from '~/models/history/write.server';
import { isRequired, readLists } from '~/models/lists/list.server';
import {
  CLEARED,
  type Entry,
  type FundList,
  fundList,
  sameName,
  STAGE_KINDS,
} from '~/models/lists/lists';
import { conflict, forbidden, invalid, notFound } from '~/refusal';
import { deriveAnew, rename } from './follow.server';
import type { EntryForm, NewEntryForm } from './schema';

/** The fund's lists as admins edit them. Each throws 403 for others. */

const FIELDS = ['name', 'kind', 'days', 'position'] as const;

export function checkMayEdit(viewer: Viewer): void {
  if (!mayEditLists(viewer)) throw forbidden('Admin access required.');
}

/** How the history names an entry. */
export function entryTitle({ title }: FundList, { name }: Pick<ListEntry, 'name'>): string {
  return `${title}: ${name}`;
}

/** Adds an entry after the others. Throws 400 for a name that is taken, 409 for one too many. */
export async function addEntry(
  viewer: Viewer,
  list: FundList,
  { name, days, kind }: NewEntryForm,
): Promise<void> {
  checkMayEdit(viewer);
  await transaction(async (tx) => {
    const entries = (await readLists(tx)).listed(list.name);
    if (entries.length >= list.most)
      throw conflict(`There can be ${list.most} ${list.title.toLowerCase()}. Retire one first.`);
    checkName(list, entries, name);
    if (list.has.includes('kind') && !kind)
      throw invalid([{ path: 'kind', message: 'Please choose a kind' }]);
    const values = {
      ...{ list: list.name, name, position: entries.length + 1 },
      kind: list.has.includes('kind') ? kind : null,
      days: list.has.includes('days') ? days : null,
    };
    await tx.insert(listEntries).values(values);
    await deriveAnew(tx, list.name);
    const fields = differences(FIELDS, {}, values);
    await writeHistory(tx, viewer, [
      listEntry(list.name, entryTitle(list, values), 'created', fields),
    ]);
  });
}

/** Changes name and days: what has it follows. Throws 400 for a name that is taken, and 404. */
export async function saveEntry(
  viewer: Viewer,
  id: number,
  { name, days }: EntryForm,
): Promise<void> {
  checkMayEdit(viewer);
  await transaction(async (tx) => {
    const { list, entry, entries } = await lockEntry(tx, id);
    const others = entries.filter((other) => other.id !== id);
    checkName(list, others, name);
    const changes = list.has.includes('days') ? { name, days } : { name };
    await change(tx, viewer, list, entry, changes);
  });
}

/** Swaps an entry with the one before or after it; at an end nothing. Throws 404. */
export async function moveEntry(viewer: Viewer, id: number, step: -1 | 1): Promise<void> {
  checkMayEdit(viewer);
  await transaction(async (tx) => {
    const { list, entry, entries } = await lockEntry(tx, id);
    const at = entries.findIndex((other) => other.id === id);
    const other = entries[at + step];
    if (!other) return;
    const order = entries.with(at, other).with(at + step, entry);
    await setPositions(tx, order);
    await deriveAnew(tx, list.name);
    const title = entryTitle(list, entry);
    const fields = { position: [at + 1, at + step + 1] } as { position: [number, number] };
    await writeHistory(tx, viewer, [listEntry(list.name, title, 'changed', fields)]);
  });
}

/** Says whether one of the reasons for closing has to be chosen. */
export async function setRequired(viewer: Viewer, name: ListName, wanted: boolean): Promise<void> {
  checkMayEdit(viewer);
  await transaction(async (tx) => {
    const before = await isRequired(name, tx);
    if (before === wanted) return;
    const values = { name, isRequired: wanted };
    const target = lists.name;
    await tx.insert(lists).values(values).onConflictDoUpdate({ target, set: values });
    const { title } = fundList(name)!;
    const fields = { isRequired: [before, wanted] } as { isRequired: [boolean, boolean] };
    await writeHistory(tx, viewer, [listEntry(name, title, 'changed', fields)]);
  });
}

/** An entry that is not retired, with its list and all that are in it. Throws 404. */
export async function lockEntry(tx: Db, id: number) {
  const { listed } = await readLists(tx);
  const entry = LISTS.flatMap(listed).find((one) => one.id === id);
  if (!entry) throw notFound('This entry does not exist any more.');
  const list = fundList(entry.list)!;
  return { list, entry, entries: listed(entry.list) };
}

/** The places from 1 in this order. */
export async function setPositions(tx: Db, entries: ListEntry[]): Promise<void> {
  for (const [i, { id }] of entries.entries())
    await tx
      .update(listEntries)
      .set({ position: i + 1 })
      .where(and(eq(listEntries.id, id), ne(listEntries.position, sql`${i + 1}`)));
}

async function change(
  tx: Db,
  viewer: Viewer,
  list: FundList,
  before: ListEntry,
  changes: Partial<EntryForm>,
): Promise<void> {
  const fields = differences(FIELDS, before, { ...before, ...changes });
  if (!Object.keys(fields).length) return;
  const { name = before.name } = changes;
  const names = new Set([...before.former, before.name]);
  names.delete(name);
  const set = { ...changes, former: [...names] };
  await tx.update(listEntries).set(set).where(eq(listEntries.id, before.id));
  if (name !== before.name) await rename(tx, list.name, before.name, name);
  await deriveAnew(tx, list.name);
  const title = entryTitle(list, before);
  await writeHistory(tx, viewer, [listEntry(list.name, title, 'changed', fields)]);
}

/** Throws 400 for a name that another entry has, or that is a kind of stages. */
function checkName(list: FundList, others: Entry[], name: string): void {
  const refuse = (message: string) => invalid([{ path: 'name', message }]);
  if (others.some((other) => sameName(other.name, name)))
    throw refuse(
      `There is ${/^[aeiou]/.test(list.noun) ? 'an' : 'a'} ${list.noun} of this name already`,
    );
  if (list.has.includes('kind') && STAGE_KINDS.some((kind) => sameName(kind, name)))
    throw refuse(`“${name}” is the name of a kind of stages`);
  if (name === CLEARED) throw refuse(`“${name}” cannot be a name`);
}
