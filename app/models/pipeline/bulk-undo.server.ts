import { and, eq, inArray, isNotNull, lt } from 'drizzle-orm';
import { inChunks } from '#db/chunks';
import type { Db } from '#db/client';
import {
  type BeforeBulkAct,
  bulkActs,
  handOvers,
  notes,
  type Pipeline,
  pipelines,
  users,
} from '#db/schema';
import { transaction } from '#db/transaction';
import { conflict, notFound } from '~/refusal';
import type { Viewer } from '~/models/access';
import type { Written } from '~/models/history/write.server';
import { deleteNotes } from '~/models/note/write.server';
import { mayBecomeOwner } from '~/models/user/owners.server';
import { type Undone, UNDO_MINUTES } from '~/models/selection';
import { visibleTo } from '~/models/visibility.server';
import { handOver } from './hand-over.server';
import { changePipelines, type Edit } from './store.server';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const CHUNK = 20;

/**
 * Sets the deals of an act of the viewer's back, except those that were changed since or are not
 * visible any more. Throws 404 if it was undone before, and 409 after 10 minutes.
 */
export async function undoBulkAct(viewer: Viewer, id: number): Promise<Undone> {
  return transaction(async (tx) => {
    const written = { at: new Date() };
    const isIt = and(eq(bulkActs.id, id), eq(bulkActs.userId, viewer.id));
    const [act] = await tx.select().from(bulkActs).where(isIt);
    if (!act) throw notFound('This was undone already.');
    if (act.at.getTime() < written.at.getTime() - UNDO_MINUTES * MINUTE)
      throw conflict(`This could be undone for ${UNDO_MINUTES} minutes.`);
    const total: Undone = { undone: 0, changedSince: 0, gone: 0 };
    for await (const chunk of inChunks(act.before, CHUNK)) {
      const part = await undoChunk(tx, viewer, chunk, written);
      total.undone += part.undone;
      total.changedSince += part.changedSince;
      total.gone += part.gone;
    }
    await tx.delete(bulkActs).where(isIt);
    return total;
  });
}

async function undoChunk(
  tx: Db,
  viewer: Viewer,
  chunk: BeforeBulkAct[],
  written: Written,
): Promise<Undone> {
  const ids = chunk.map(({ id }) => id);
  const rows = await tx
    .select()
    .from(pipelines)
    .where(and(inArray(pipelines.id, ids), visibleTo(viewer)));
  const deals = new Map(rows.map((deal) => [deal.id, deal]));
  const there = chunk.filter(({ id }) => deals.has(id));
  const edited = await takeNotesBack(tx, viewer, there);
  const same = there.filter((one) => deals.get(one.id)!.version === one.version);
  const edits = same.flatMap((before) => editOf(before, deals.get(before.id)!));
  await changePipelines(tx, viewer, edits, written);
  const returned = await returnToOwners(tx, viewer, same, written);
  const isBack = new Set([...edits.map(({ before }) => before.id), ...returned]);
  const stays = there.filter(
    (one) => edited.has(one.noteId) || (isMore(one) && !isBack.has(one.id)),
  );
  const undone = there.length - stays.length;
  return { undone, changedSince: stays.length, gone: chunk.length - there.length };
}

/** Whether the act did more to the deal than to add a note. */
function isMore({ fundingRound, nextMeetingDate, userId }: BeforeBulkAct): boolean {
  return [fundingRound, nextMeetingDate, userId].some((value) => value !== undefined);
}

/** Deletes the notes that the act added. Returns the ids of those that were edited since and stay. */
async function takeNotesBack(
  tx: Db,
  viewer: Viewer,
  acts: BeforeBulkAct[],
): Promise<Set<number | undefined>> {
  const ids = acts.flatMap(({ noteId }) => noteId ?? []);
  const edited = await tx
    .select({ id: notes.id })
    .from(notes)
    .where(and(inArray(notes.id, ids), isNotNull(notes.editedAt)));
  const stay = new Set<number | undefined>(edited.map(({ id }) => id));
  const others = ids.filter((id) => !stay.has(id));
  await deleteNotes(tx, viewer, others);
  return stay;
}

/** Nothing if the act was a hand-over. */
function editOf(former: BeforeBulkAct, before: Pipeline): Edit[] {
  const { fundingRound, nextMeetingDate, nextMeetingSetAt } = former;
  const changes = {
    ...(fundingRound !== undefined && { fundingRound }),
    ...(nextMeetingDate !== undefined && { nextMeetingDate }),
  };
  if (!Object.keys(changes).length) return [];
  const setAt = nextMeetingSetAt ? new Date(nextMeetingSetAt) : nextMeetingSetAt;
  return [{ before, changes, nextMeetingSetAt: setAt as Date | null | undefined }];
}

/** A former owner who cannot log in any more gets nothing back. Returns the ids of the deals. */
async function returnToOwners(
  tx: Db,
  viewer: Viewer,
  former: BeforeBulkAct[],
  written: Written,
): Promise<number[]> {
  const ids = [...new Set(former.flatMap(({ userId }) => userId ?? []))];
  const { id, email, firstName, lastName } = users;
  const owners = await tx
    .select({ id, email, firstName, lastName })
    .from(users)
    .where(and(inArray(users.id, ids), mayBecomeOwner));
  const returned: number[] = [];
  for (const owner of owners) {
    const theirs = former.filter(({ userId }) => userId === owner.id).map((deal) => deal.id);
    await handOver(tx, viewer, owner, inArray(pipelines.id, theirs), written);
    // Getting back what one had is no news.
    await tx.delete(handOvers).where(inArray(handOvers.pipelineId, theirs));
    returned.push(...theirs);
  }
  return returned;
}

/** Deletes acts that are a day old: they can be undone no more. */
export async function purgeBulkActs(now = new Date()): Promise<void> {
  const isOld = lt(bulkActs.at, new Date(now.getTime() - DAY));
  await transaction(async (tx) => tx.delete(bulkActs).where(isOld));
}
