import { eq, inArray } from 'drizzle-orm';
import { iterateChunks } from '#db/chunks';
import { type Db, db } from '#db/client';
import { deals, type FieldChanges, type ListOption, listOptions } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { applyDealEdits, type DealEdit } from '~/domain/deal/apply-edits.server';
import { endMeeting } from '~/domain/deal/meeting-choice';
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

export async function getRetirementPreview(viewer: Viewer, id: number) {
  assertCanEditOptionLists(viewer);
  const { list, option, options } = await getOptionForUpdate(db, id);
  const otherOptions = options.filter((candidate) => candidate.id !== id);
  return { list, option, otherOptions, deals: await countDealsInStage(db, option) };
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
    const { list, option, options } = await getOptionForUpdate(tx, id);
    const otherOptions = options.filter((candidate) => candidate.id !== id);
    if (list.name === 'stages' && (otherOptions as Stage[]).every(isClosedStage))
      throw conflict('New deals need an open stage. Add another one first.');
    if (list.name === 'groups' && !otherOptions.length)
      throw conflict('Accounts need a group. Add another one first.');
    const by = otherOptions.find((candidate) => candidate.id === replacement);
    const dealCount = await countDealsInStage(tx, option);
    if (dealCount && !by)
      throw invalid([{ path: 'replacement', message: 'Please choose the stage that replaces it' }]);
    if (dealCount) await moveDealsToStage(tx, viewer, option, by!);
    await tx
      .update(listOptions)
      .set({ retiredAt: new Date(), replacedBy: by?.id })
      .where(eq(listOptions.id, id));
    await updatePositions(tx, otherOptions);
    await updateDerivedColumns(tx, list.name);
    const fields: FieldChanges | undefined = by && { replacedBy: [null, by.name] };
    await recordOptionChange(tx, viewer, { list, option, action: 'deleted', fields });
    return { name: option.name, moved: dealCount };
  });
}

async function countDealsInStage(tx: Db, { list, id }: ListOption): Promise<number> {
  return list === 'stages' ? tx.$count(deals, eq(deals.stageId, id)) : 0;
}

async function moveDealsToStage(
  tx: Db,
  viewer: Viewer,
  from: ListOption,
  to: ListOption,
): Promise<void> {
  const at = new Date();
  const isClosing = !isClosedStage(from as Stage) && isClosedStage(to as Stage);
  const { id, stageId } = deals;
  const dealsInStage = await tx.select({ id }).from(deals).where(eq(stageId, from.id));
  const ids = dealsInStage.map((row) => row.id);
  for await (const chunk of iterateChunks(ids)) {
    const isInChunk = inArray(id, chunk);
    const rows = await tx.select().from(deals).where(isInChunk);
    const edits = rows.map((before): DealEdit => ({
      before,
      changes: isClosing ? endMeeting({}, before) : {},
      stagePosition: moveStagePosition(before, to as Stage, at, before.lookAgainOn),
    }));
    await applyDealEdits(tx, viewer, edits, { at });
  }
}
