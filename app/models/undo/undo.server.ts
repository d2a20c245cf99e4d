import { and, asc, eq } from 'drizzle-orm';
import { db } from '#db/client';
import { changes } from '#db/schema';
import type { Staged } from '#db/staged';
import { transaction } from '#db/transaction';
import { conflict, notFound } from '~/refusal';
import type { Viewer } from '~/models/access';
import { importOf, isUndo, undoOf } from '~/models/history/act';
import { type Undone, UNDO_MINUTES } from '~/models/selection';
import { actedDeals } from './acted.server';
import { keptOf } from './kept.server';
import { revertDeals, type UndoRules, type Undoing } from './revert.server';

/** One undo for imports, bulk changes, hand-overs, meetings and deletions, by the history alone. */

const MINUTE = 60_000;

const OWN_ACT: UndoRules = { keeps: 'deals', tellsOwners: false };

/**
 * Undoes an act of the viewer's own, except for deals that were changed since or are no longer
 * visible. Throws 404 for an act of somebody else and one that was undone before, and 409 after
 * 10 minutes; what was deleted comes back as long as it is in the trash.
 */
export async function undoOwnAct(viewer: Viewer, actId: string): Promise<Undone> {
  const undoing = await transaction(async (tx) => {
    await checkOwnAct(viewer, actId);
    return undoAct({ tx, takeDeals: () => {} }, viewer, actId, OWN_ACT);
  });
  const { deals, deleted, restored, refused } = undoing;
  const kept = await keptOf(db, viewer, actId, undoing.written.at);
  const changedSince = kept.deals.filter(({ isGone }) => !isGone).length;
  const gone = kept.deals.length - changedSince + kept.unseen;
  return {
    undone: deals - deleted - changedSince - gone,
    changedSince,
    gone,
    restored,
    refused,
  };
}

/** Within the transaction of the undo: another one of the same act is over. */
async function checkOwnAct(viewer: Viewer, actId: string): Promise<void> {
  const { at, act, id } = changes;
  const [first] = await db
    .select({ at, act })
    .from(changes)
    .where(and(eq(changes.actId, actId), eq(changes.actorId, viewer.id)))
    .orderBy(asc(id))
    .limit(1);
  // An import is undone with its record, and an undo not at all.
  const isOther = !first || importOf(actId) !== undefined || isUndo(actId);
  if (isOther || (await isUndone(actId))) throw notFound('This has already been undone.');
  if (first.act !== 'deleted' && first.at.getTime() < Date.now() - UNDO_MINUTES * MINUTE)
    throw conflict(`This can only be undone for ${UNDO_MINUTES} minutes.`);
}

async function isUndone(actId: string): Promise<boolean> {
  return (await db.$count(changes, eq(changes.actId, undoOf(actId)))) > 0;
}

/**
 * Deletes what an act created, restores what it deleted and reverts what it changed, within the
 * transaction of a caller that has checked that the viewer may undo it. Deals that are not visible
 * stay.
 */
export async function undoAct(
  over: Pick<Staged, 'tx' | 'takeDeals'>,
  viewer: Viewer,
  actId: string,
  rules: UndoRules,
): Promise<Undoing> {
  const undoing: Undoing = {
    ...over,
    viewer,
    actId,
    rules,
    written: { at: new Date(), actId: undoOf(actId) },
    owners: new Map(),
    deals: 0,
    deleted: 0,
    restored: [],
    refused: [],
  };
  for await (const deals of actedDeals(db, actId)) await revertDeals(undoing, deals);
  return undoing;
}
