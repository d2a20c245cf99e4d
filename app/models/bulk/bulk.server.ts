import { and, countDistinct, eq, inArray } from 'drizzle-orm';
import { inChunks } from '#db/chunks';
import type { Db } from '#db/client';
import { changes, type Pipeline, pipelines } from '#db/schema';
import { transaction, transactionId } from '#db/transaction';
import type { Viewer } from '~/models/access';
import { undoOf } from '~/models/history/act';
import { isSameValue } from '~/models/history/field-value';
import type { Written } from '~/models/history/write.server';
import { hashKey } from '~/models/key.server';
import { insertNotes } from '~/models/note/write.server';
import { visibleTo } from '~/models/visibility.server';
import type { BulkChange } from './bulk';
import { changePipelines, type Edit } from '~/models/pipeline/store.server';

/** Deals that are written between two turns of the event loop: one may hold 60,000 characters. */
const CHUNK = 20;

/** `act` is what can be undone; undefined if no deal was changed. */
export interface BulkResult {
  actId?: string;
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
  const sent = submission && hashKey(JSON.stringify([viewer.id, submission, change])).slice(0, 24);
  return transaction(async (tx) => {
    const deals = await tx
      .select()
      .from(pipelines)
      .where(and(inArray(pipelines.id, ids), visibleTo(viewer)))
      .orderBy(pipelines.id);
    const done = sent ? await dealsOf(tx, sent) : 0;
    if (sent && done && !(await dealsOf(tx, undoOf(sent)))) return resultOf(sent, done, deals);
    const written = { at: new Date(), actId: (!done && sent) || transactionId() };
    let changed = 0;
    for await (const chunk of inChunks(deals, CHUNK))
      changed += await changeChunk(tx, viewer, chunk, change, written);
    return resultOf(written.actId, changed, deals);
  });
}

function resultOf(actId: string, changed: number, deals: Pipeline[]): BulkResult {
  const unchanged = Math.max(0, deals.length - changed);
  return { actId: changed ? actId : undefined, changed, unchanged };
}

/** How many deals an act has changed. */
async function dealsOf(tx: Db, actId: string): Promise<number> {
  const deals = countDistinct(changes.subjectId);
  const [row] = await tx.select({ deals }).from(changes).where(eq(changes.actId, actId));
  return row!.deals;
}

/** Returns how many deals it changed. */
async function changeChunk(
  tx: Db,
  viewer: Viewer,
  deals: Pipeline[],
  { note, ...change }: BulkChange,
  written: Written,
): Promise<number> {
  const edits = deals.map((before) => ({ before, changes: differing(before, change) }));
  const different = edits.filter(({ changes }) => Object.keys(changes).length);
  await changePipelines(tx, viewer, different, written);
  if (note) await insertNotes(tx, viewer, deals, note, written);
  return note ? deals.length : different.length;
}

function differing(before: Pipeline, change: Omit<BulkChange, 'note'>): Edit['changes'] {
  const differs = ([field, value]: [string, unknown]) =>
    value !== undefined && !isSameValue(value, before[field as keyof Pipeline]);
  return Object.fromEntries(Object.entries(change).filter(differs));
}
