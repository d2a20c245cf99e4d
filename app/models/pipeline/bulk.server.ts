import { and, inArray } from 'drizzle-orm';
import { inChunks } from '#db/chunks';
import type { Db } from '#db/client';
import { type BeforeBulkAct, bulkActs, type Pipeline, pipelines } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/models/access';
import type { Written } from '~/models/history/write.server';
import { visibleTo } from '~/models/visibility.server';
import type { BulkChange } from './bulk';
import { changePipelines } from './store.server';

/** Acts on several deals at once, which can be undone (`undoBulkAct`). */

/** Deals that are written between two turns of the event loop: one may hold 60,000 characters. */
const CHUNK = 50;

/** `act` is what can be undone; undefined if no deal was changed. */
export interface BulkResult {
  act?: number;
  changed: number;
  unchanged: number;
}

/** Changes the visible ones of these deals where they differ, in one transaction. */
export async function changeInBulk(
  viewer: Viewer,
  ids: number[],
  change: BulkChange,
): Promise<BulkResult> {
  return transaction(async (tx) => {
    const written = { at: new Date() };
    const deals = await tx
      .select()
      .from(pipelines)
      .where(and(inArray(pipelines.id, ids), visibleTo(viewer)))
      .orderBy(pipelines.id);
    const before: BeforeBulkAct[] = [];
    for await (const chunk of inChunks(deals, CHUNK))
      before.push(...(await changeChunk(tx, viewer, chunk, change, written)));
    const act = await rememberAct(tx, viewer, 'change', before, written.at);
    return { act, changed: before.length, unchanged: deals.length - before.length };
  });
}

/** Returns what the deals that it changed were before. */
async function changeChunk(
  tx: Db,
  viewer: Viewer,
  deals: Pipeline[],
  change: BulkChange,
  written: Written,
): Promise<BeforeBulkAct[]> {
  const edits = deals.flatMap((before) => {
    const changes = differing(before, change);
    return Object.keys(changes).length ? [{ before, changes }] : [];
  });
  await changePipelines(tx, viewer, edits, written);
  return edits.map(({ before, changes }) => ({
    id: before.id,
    version: before.version + 1,
    ...('fundingRound' in changes && { fundingRound: before.fundingRound }),
    ...('nextMeetingDate' in changes && {
      nextMeetingDate: before.nextMeetingDate,
      nextMeetingSetAt: before.nextMeetingSetAt?.getTime() ?? null,
    }),
  }));
}

function differing(
  before: Pipeline,
  { fundingRound, nextMeetingDate }: BulkChange,
): Partial<BulkChange> {
  return {
    ...(fundingRound !== undefined && fundingRound !== before.fundingRound && { fundingRound }),
    ...(nextMeetingDate !== undefined &&
      nextMeetingDate !== before.nextMeetingDate && { nextMeetingDate }),
  };
}

/** Stores an act for its undo. Returns its id; undefined if it changed nothing. */
export async function rememberAct(
  tx: Db,
  viewer: Viewer,
  act: 'change' | 'owner',
  before: BeforeBulkAct[],
  at: Date,
): Promise<number | undefined> {
  if (!before.length) return undefined;
  const [row] = await tx
    .insert(bulkActs)
    .values({ userId: viewer.id, at, act, before })
    .returning({ id: bulkActs.id });
  return row!.id;
}
