import { and, inArray } from 'drizzle-orm';
import { pipelines } from '#db/schema';
import { transaction, transactionId } from '#db/transaction';
import { isInCharge, type Viewer } from '~/models/access';
import { forbidden } from '~/refusal';
import { lockPipeline } from '~/models/pipeline/write.server';
import { visibleTo } from '~/models/visibility.server';
import { discardPipelines } from './discard.server';

/** What was deleted: the act, for an undo, and the entries in the trash. */
interface Deletion {
  act: string;
  entries: number[];
}

const NOT_IN_CHARGE = 'Only its owner, managers and admins may delete a deal.';

/** Moves a deal to the trash. Throws 404 if it is not visible, and 403 for a colleague on it. */
export async function deletePipeline(viewer: Viewer, id: number): Promise<Deletion> {
  return transaction(async (tx) => {
    const deal = await lockPipeline(tx, viewer, id);
    if (!isInCharge(viewer, deal)) throw forbidden(NOT_IN_CHARGE);
    return { act: transactionId(), entries: await discardPipelines(tx, viewer, [deal]) };
  });
}

/** Moves those to the trash that the viewer may delete; `kept` counts the other visible ones. */
export async function deletePipelines(
  viewer: Viewer,
  ids: number[],
): Promise<Deletion & { kept: number }> {
  return transaction(async (tx) => {
    const deals = await tx
      .select()
      .from(pipelines)
      .where(and(inArray(pipelines.id, ids), visibleTo(viewer)));
    const own = deals.filter((deal) => isInCharge(viewer, deal));
    const entries = await discardPipelines(tx, viewer, own);
    return { act: transactionId(), entries, kept: deals.length - own.length };
  });
}
