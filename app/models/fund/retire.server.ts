import { count, eq, inArray } from 'drizzle-orm';
import { inChunks } from '#db/chunks';
import { db, type Db } from '#db/client';
import { type ListEntry, listEntries, pipelines } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/models/access';
import { listEntry, writeHistory } from '~/models/history/write.server';
import { isClosed, type Stage } from '~/models/lists/lists';
import { changePipelines } from '~/models/pipeline/store.server';
import { movedTo } from '~/models/stage/place';
import { conflict, invalid } from '~/refusal';
import { deriveAnew } from './follow.server';
import { checkMayEdit, entryTitle, lockEntry, setPositions } from './administer.server';

/** Deals that are moved between two turns of the event loop. */
const CHUNK = 20;

/** What the page asks before an entry is retired. Throws 403 and 404. */
export async function retiredEntry(viewer: Viewer, id: number) {
  checkMayEdit(viewer);
  const { list, entry, entries } = await lockEntry(db, id);
  const others = entries.filter((other) => other.id !== id);
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
    const others = entries.filter((other) => other.id !== id);
    if (list.name === 'stages') checkOneIsOpen(others as Stage[]);
    if (list.name === 'groups' && !others.length)
      throw conflict('Accounts need a group: add another one first.');
    const by = others.find((other) => other.id === replacement);
    const deals = await dealsIn(tx, entry);
    if (deals && !by)
      throw invalid([{ path: 'replacement', message: 'Please choose the stage that replaces it' }]);
    if (deals) await moveDeals(tx, viewer, entry, by!);
    await tx
      .update(listEntries)
      .set({ retiredAt: new Date(), replacedBy: by?.id })
      .where(eq(listEntries.id, id));
    await setPositions(tx, others);
    await deriveAnew(tx, list.name);
    const fields = by && { replacedBy: [null, by.name] as [null, string] };
    await writeHistory(tx, viewer, [
      listEntry(list.name, entryTitle(list, entry), 'deleted', fields),
    ]);
    return { name: entry.name, moved: deals };
  });
}

function checkOneIsOpen(others: Stage[]): void {
  if (others.every(isClosed))
    throw conflict('New deals need a stage that is open: add another one first.');
}

async function dealsIn(from: Db, { list, id }: ListEntry): Promise<number> {
  if (list !== 'stages') return 0;
  const [found] = await from
    .select({ deals: count() })
    .from(pipelines)
    .where(eq(pipelines.stageId, id));
  return found!.deals;
}

/** Nobody is asked why: it is the list that changes, not what is thought of the deals. */
async function moveDeals(tx: Db, viewer: Viewer, from: ListEntry, to: ListEntry): Promise<void> {
  const at = new Date();
  const ids = await tx
    .select({ id: pipelines.id })
    .from(pipelines)
    .where(eq(pipelines.stageId, from.id));
  for await (const chunk of inChunks(ids, CHUNK)) {
    const isInChunk = inArray(
      pipelines.id,
      chunk.map(({ id }) => id),
    );
    const edits = (await tx.select().from(pipelines).where(isInChunk)).map((before) => ({
      before,
      changes: {},
      place: movedTo(before, to as Stage, at, before.lookAgainOn),
    }));
    await changePipelines(tx, viewer, edits, { at });
  }
}
