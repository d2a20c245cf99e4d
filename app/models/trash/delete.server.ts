import { and, inArray } from 'drizzle-orm';
import { pipelines } from '#db/schema';
import { transaction, transactionId } from '#db/transaction';
import { type Viewer } from '~/models/access';
import { lockPipeline } from '~/models/pipeline/write.server';
import { visibleTo } from '~/models/visibility.server';
import { discardPipelines } from './discard.server';

/** What was deleted: the act, for an undo, and the entries in the trash. */
interface Deletion {
  act: string;
  entries: number[];
}

/** Moves a deal to the trash. Throws 404 if it is not visible. */
export async function deletePipeline(viewer: Viewer, id: number): Promise<Deletion> {
  return transaction(async (tx) => {
    const deal = await lockPipeline(tx, viewer, id);
    return { act: transactionId(), entries: await discardPipelines(tx, viewer, [deal]) };
  });
}

/** Moves the visible ones to the trash. */
export async function deletePipelines(viewer: Viewer, ids: number[]): Promise<Deletion> {
  return transaction(async (tx) => {
    const deals = await tx
      .select()
      .from(pipelines)
      .where(and(inArray(pipelines.id, ids), visibleTo(viewer)));
    return { act: transactionId(), entries: await discardPipelines(tx, viewer, deals) };
  });
}
