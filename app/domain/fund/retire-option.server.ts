import { eq, inArray } from 'drizzle-orm';
import { iterateChunks } from '#db/chunks';
import { type Db, db } from '#db/client';
import { deals, type ListOption, listOptions } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { applyDealEdits, type DealEdit } from '~/domain/deal/apply-edits.server';
import { isClosedStage, type Stage } from '~/domain/stage/kinds';
import { moveStagePosition } from '~/domain/stage/position';
import { conflict, invalid } from '~/errors';
import {
  assertCanEditOptionLists,
  getOptionForUpdate,
  recordOptionChange,
  updatePositions,
} from './edit-options.server';
import { updateDerivedColumns } from './update-records.server';

/** Deals moved per turn of the event loop. */
const CHUNK_SIZE = 20;

export async function getRetirementPreview(viewer: Viewer, id: number) {
  assertCanEditOptionLists(viewer);
  const { list, entry, entries } = await getOptionForUpdate(db, id);
  const others = entries.filter((candidate) => candidate.id !== id);
  return { list, entry, others, deals: await countDealsInStage(db, entry) };
}

/**
 * Retires an option. Deals in a stage move to `replacement` in the same operation. Throws 409 for
 * the last open stage.
 */
export async function retireOption(
  viewer: Viewer,
  id: number,
  replacement: number | undefined,
): Promise<{ name: string; moved: number }> {
  assertCanEditOptionLists(viewer);
  return transaction(async (tx) => {
    const { list, entry, entries } = await getOptionForUpdate(tx, id);
    const otherEntries = entries.filter((candidate) => candidate.id !== id);
    if (list.name === 'stages' && (otherEntries as Stage[]).every(isClosedStage))
      throw conflict('New deals need an open stage. Add another one first.');
    if (list.name === 'groups' && !otherEntries.length)
      throw conflict('Accounts need a group. Add another one first.');
    const by = otherEntries.find((candidate) => candidate.id === replacement);
    const dealCount = await countDealsInStage(tx, entry);
    if (dealCount && !by)
      throw invalid([{ path: 'replacement', message: 'Please choose the stage that replaces it' }]);
    if (dealCount) await moveDealsToStage(tx, viewer, entry, by!);
    await tx
      .update(listOptions)
      .set({ retiredAt: new Date(), replacedBy: by?.id })
      .where(eq(listOptions.id, id));
    await updatePositions(tx, otherEntries);
    await updateDerivedColumns(tx, list.name);
    await recordOptionChange(
      tx,
      viewer,
      list,
      entry,
      'deleted',
      by && { replacedBy: [null, by.name] },
    );
    return { name: entry.name, moved: dealCount };
  });
}

async function countDealsInStage(from: Db, { list, id }: ListOption): Promise<number> {
  return list === 'stages' ? from.$count(deals, eq(deals.stageId, id)) : 0;
}

/** Skips the score reason: the list changes, not the opinion of the deals. */
async function moveDealsToStage(
  tx: Db,
  viewer: Viewer,
  from: ListOption,
  to: ListOption,
): Promise<void> {
  const at = new Date();
  const { id, stageId } = deals;
  const dealsInStage = await tx.select({ id }).from(deals).where(eq(stageId, from.id));
  const ids = dealsInStage.map((row) => row.id);
  for await (const chunk of iterateChunks(ids, CHUNK_SIZE)) {
    const isInChunk = inArray(id, chunk);
    const rows = await tx.select().from(deals).where(isInChunk);
    const edits = rows.map((before): DealEdit => ({
      before,
      changes: {},
      stagePosition: moveStagePosition(before, to as Stage, at, before.lookAgainOn),
    }));
    await applyDealEdits(tx, viewer, edits, { at });
  }
}
