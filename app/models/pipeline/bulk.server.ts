import { and, eq, inArray } from 'drizzle-orm';
import { inChunks } from '#db/chunks';
import type { Db } from '#db/client';
import { type BeforeBulkAct, type BulkAct, bulkActs, type Pipeline, pipelines } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/models/access';
import type { Written } from '~/models/history/write.server';
import { insertNotes } from '~/models/note/write.server';
import { visibleTo } from '~/models/visibility.server';
import type { BulkChange } from './bulk';
import { changePipelines, type Edit } from './store.server';

/** Acts on several deals at once; they, Met and Later can be undone (`undoBulkAct`). */

/** Deals that are written between two turns of the event loop: one may hold 60,000 characters. */
const CHUNK = 20;

/** `act` is what can be undone; undefined if no deal was changed. */
export interface BulkResult {
  act?: number;
  changed: number;
  unchanged: number;
}

/**
 * Changes the visible ones of these deals where they differ, and adds the note to all of them, in
 * one transaction. A form sent twice with the same `submission` does it once.
 */
export async function changeInBulk(
  viewer: Viewer,
  ids: number[],
  change: BulkChange,
  submission?: string,
): Promise<BulkResult> {
  return transaction(async (tx) => {
    const written = { at: new Date() };
    const deals = await tx
      .select()
      .from(pipelines)
      .where(and(inArray(pipelines.id, ids), visibleTo(viewer)))
      .orderBy(pipelines.id);
    const sent = await findSentAct(tx, viewer, submission);
    if (sent) return resultOf(sent.id, sent.before, deals);
    const before: BeforeBulkAct[] = [];
    for await (const chunk of inChunks(deals, CHUNK))
      before.push(...(await changeChunk(tx, viewer, chunk, change, written)));
    const act = await rememberAct(tx, viewer, { act: 'change', before, submission, ...written });
    return resultOf(act, before, deals);
  });
}

function resultOf(act: number | undefined, before: BeforeBulkAct[], deals: Pipeline[]): BulkResult {
  const changed = before.length;
  return { act, changed, unchanged: Math.max(0, deals.length - changed) };
}

async function findSentAct(tx: Db, viewer: Viewer, submission: string | undefined) {
  if (!submission) return undefined;
  const [sent] = await tx
    .select({ id: bulkActs.id, before: bulkActs.before })
    .from(bulkActs)
    .where(and(eq(bulkActs.userId, viewer.id), eq(bulkActs.submission, submission)));
  return sent;
}

/** Returns what the deals that it changed were before. */
async function changeChunk(
  tx: Db,
  viewer: Viewer,
  deals: Pipeline[],
  { note, ...change }: BulkChange,
  written: Written,
): Promise<BeforeBulkAct[]> {
  const edits = deals.map((before) => ({ before, changes: differing(before, change) }));
  const different = edits.filter(({ changes }) => Object.keys(changes).length);
  await changePipelines(tx, viewer, different, written);
  const noteIds = note ? await insertNotes(tx, viewer, deals, note, written) : [];
  return edits.flatMap((edit, n) => formerValues(edit, noteIds[n]) ?? []);
}

/** What an undo needs to know; undefined if nothing was done to the deal. */
export function formerValues(
  { before, changes }: Edit,
  noteId?: number,
): BeforeBulkAct | undefined {
  const isChanged = Object.keys(changes).length > 0;
  if (!isChanged && noteId === undefined) return undefined;
  return {
    id: before.id,
    version: before.version + (isChanged ? 1 : 0),
    ...('fundingRound' in changes && { fundingRound: before.fundingRound }),
    ...('nextMeetingDate' in changes && {
      nextMeetingDate: before.nextMeetingDate,
      nextMeetingSetAt: before.nextMeetingSetAt?.getTime() ?? null,
    }),
    noteId,
  };
}

function differing(
  before: Pipeline,
  { fundingRound, nextMeetingDate }: Omit<BulkChange, 'note'>,
): Edit['changes'] {
  return {
    ...(fundingRound !== undefined && fundingRound !== before.fundingRound && { fundingRound }),
    ...(nextMeetingDate !== undefined &&
      nextMeetingDate !== before.nextMeetingDate && { nextMeetingDate }),
  };
}

type NewAct = Pick<BulkAct, 'act' | 'before' | 'at'> & Partial<Pick<BulkAct, 'submission'>>;

/** Stores an act for its undo. Returns its id; undefined if it changed nothing. */
export async function rememberAct(
  tx: Db,
  viewer: Viewer,
  act: NewAct,
): Promise<number | undefined> {
  if (!act.before.length) return undefined;
  const row = { ...act, userId: viewer.id };
  const [stored] = await tx.insert(bulkActs).values(row).returning({ id: bulkActs.id });
  return stored!.id;
}
