import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import {
  type ChangedFields,
  listEntries,
  type ListEntry,
  type ListName,
  LISTS,
  lists,
  pipelines,
} from '#db/schema';
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
  isClosed,
  sameName,
  type Stage,
  STAGE_KINDS,
} from '~/models/lists/lists';
import { conflict, forbidden, invalid, notFound } from '~/refusal';
import { deriveAnew, rename } from './follow.server';
import type { EntryForm, NewEntryForm } from './schema';
import { inChunks } from '#db/chunks';
import { changePipelines } from '~/models/pipeline/store.server';
import { movedTo } from '~/models/stage/place';

/** The fund's lists as admins edit them. Each throws 403 for others. */

const FIELDS = ['name', 'kind', 'days', 'position'] as const;

export function checkMayEdit(viewer: Viewer): void {
  if (!mayEditLists(viewer)) throw forbidden('Admin access required.');
}

/** Writes of an entry in the history. */
async function writeEntry(
  tx: Db,
  viewer: Viewer,
  { name: list, title }: FundList,
  { name }: Pick<ListEntry, 'name'>,
  act: Parameters<typeof listEntry>[2],
  fields?: ChangedFields,
): Promise<void> {
  await writeHistory(tx, viewer, [listEntry(list, `${title}: ${name}`, act, fields)]);
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
      throw conflict(
        `You can have up to ${list.most} ${list.title.toLowerCase()}. Retire one first.`,
      );
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
    await writeEntry(tx, viewer, list, values, 'created', differences(FIELDS, {}, values));
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
    const otherEntries = entries.filter((candidate) => candidate.id !== id);
    checkName(list, otherEntries, name);
    const changes = list.has.includes('days') ? { name, days } : { name };
    await change(tx, viewer, list, entry, changes);
  });
}

/** Swaps an entry with the one before or after it; at an end nothing. Throws 404. */
export async function moveEntry(viewer: Viewer, id: number, step: -1 | 1): Promise<void> {
  checkMayEdit(viewer);
  await transaction(async (tx) => {
    const { list, entry, entries } = await lockEntry(tx, id);
    const index = entries.findIndex((candidate) => candidate.id === id);
    const neighbour = entries[index + step];
    if (!neighbour) return;
    const order = entries.with(index, neighbour).with(index + step, entry);
    await setPositions(tx, order);
    await deriveAnew(tx, list.name);
    await writeEntry(tx, viewer, list, entry, 'changed', {
      position: [index + 1, index + step + 1],
    });
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
    await writeHistory(tx, viewer, [
      listEntry(name, title, 'changed', { isRequired: [before, wanted] }),
    ]);
  });
}

/** An entry that is not retired, with its list and all that are in it. Throws 404. */
async function lockEntry(tx: Db, id: number) {
  const { listed } = await readLists(tx);
  const entry = LISTS.flatMap(listed).find((candidate) => candidate.id === id);
  if (!entry) throw notFound('This entry no longer exists.');
  const list = fundList(entry.list)!;
  return { list, entry, entries: listed(entry.list) };
}

/** The places from 1 in this order. */
async function setPositions(tx: Db, entries: ListEntry[]): Promise<void> {
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
  await writeEntry(tx, viewer, list, before, 'changed', fields);
}

/** Throws 400 for a name that another entry has, or that is a kind of stages. */
function checkName(list: FundList, otherEntries: Entry[], name: string): void {
  const refuse = (message: string) => invalid([{ path: 'name', message }]);
  if (otherEntries.some((entry) => sameName(entry.name, name)))
    throw refuse(`Another ${list.noun} already has this name`);
  if (list.has.includes('kind') && STAGE_KINDS.some((kind) => sameName(kind, name)))
    throw refuse(`“${name}” is the name of a kind of stage`);
  if (name === CLEARED) throw refuse(`“${name}” cannot be used as a name`);
}

/** Deals that are moved between two turns of the event loop. */
const CHUNK = 20;

/** What the page asks before an entry is retired. Throws 403 and 404. */
export async function retiredEntry(viewer: Viewer, id: number) {
  checkMayEdit(viewer);
  const { list, entry, entries } = await lockEntry(db, id);
  const others = entries.filter((candidate) => candidate.id !== id);
  return { list, entry, others, deals: await dealsIn(db, entry) };
}

/**
 * Takes an entry off its list. Deals in a stage move to the one that replaces it, in the same act.
 * Throws 403, 404, 400 for `replacement` if there are deals and it is no other stage, and 409 for the
 * last stage that is open.
 */
export async function retireEntry(
  viewer: Viewer,
  id: number,
  replacement: number | undefined,
): Promise<{ name: string; moved: number }> {
  checkMayEdit(viewer);
  return transaction(async (tx) => {
    const { list, entry, entries } = await lockEntry(tx, id);
    const otherEntries = entries.filter((candidate) => candidate.id !== id);
    if (list.name === 'stages' && (otherEntries as Stage[]).every(isClosed))
      throw conflict('New deals need an open stage. Add another one first.');
    if (list.name === 'groups' && !otherEntries.length)
      throw conflict('Accounts need a group. Add another one first.');
    const by = otherEntries.find((candidate) => candidate.id === replacement);
    const deals = await dealsIn(tx, entry);
    if (deals && !by)
      throw invalid([{ path: 'replacement', message: 'Please choose the stage that replaces it' }]);
    if (deals) await moveDeals(tx, viewer, entry, by!);
    await tx
      .update(listEntries)
      .set({ retiredAt: new Date(), replacedBy: by?.id })
      .where(eq(listEntries.id, id));
    await setPositions(tx, otherEntries);
    await deriveAnew(tx, list.name);
    await writeEntry(tx, viewer, list, entry, 'deleted', by && { replacedBy: [null, by.name] });
    return { name: entry.name, moved: deals };
  });
}

async function dealsIn(from: Db, { list, id }: ListEntry): Promise<number> {
  return list === 'stages' ? from.$count(pipelines, eq(pipelines.stageId, id)) : 0;
}

/** Nobody is asked why: it is the list that changes, not what is thought of the deals. */
async function moveDeals(tx: Db, viewer: Viewer, from: ListEntry, to: ListEntry): Promise<void> {
  const at = new Date();
  const { id, stageId } = pipelines;
  const rows = await tx.select({ id }).from(pipelines).where(eq(stageId, from.id));
  const ids = rows.map((row) => row.id);
  for await (const chunk of inChunks(ids, CHUNK)) {
    const isInChunk = inArray(id, chunk);
    const edits = (await tx.select().from(pipelines).where(isInChunk)).map((before) => ({
      before,
      changes: {},
      place: movedTo(before, to as Stage, at, before.lookAgainOn),
    }));
    await changePipelines(tx, viewer, edits, { at });
  }
}
