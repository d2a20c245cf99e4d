import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { db, type Db } from '#db/client';
import {
  files,
  notes,
  type Pipeline,
  type Share,
  shareOpenings,
  shares,
  type StoredFile,
  users,
} from '#db/schema';
import { transaction, transactionIfIdle } from '#db/transaction';
import { appUrl } from '~/env.server';
import { logError } from '~/log.server';
import { badRequest, forbidden, invalid, notFound } from '~/refusal';
import { isInCharge, type Viewer } from '~/models/access';
import type { Page } from '~/models/page';
import { pipelineEntry, writeHistory } from '~/models/history/write.server';
import { hashKey, newKey } from '~/models/key.server';
import { findPipeline, getPipeline, lockPipeline } from '~/models/pipeline/write.server';
import { maySignIn } from '~/models/user/session.server';
import { MOST_SHARES, type ShareInput, today, usualEnd } from './schema';
import { endShares, isNotOver } from './store.server';

/** Pages about a deal for one outsider each, made by who is in charge of it (rule 26.10). */

const NOT_IN_CHARGE = 'Only the owner, managers and admins may share a deal.';
const KEY = /^[\w-]{43}$/;

function checkCharge<T extends Pick<Pipeline, 'userId'>>(viewer: Viewer, deal: T): T {
  if (!isInCharge(viewer, deal)) throw forbidden(NOT_IN_CHARGE);
  return deal;
}

/** A deal whose pages the viewer may make and end. Throws 403 and 404. */
export async function getShareable(viewer: Viewer, pipelineId: number) {
  return checkCharge(viewer, await getPipeline(viewer, pipelineId));
}

export interface ListedShare extends Share {
  openings: { day: string; count: number }[];
}

/** The pages of a deal, those that are there for longest first, at most 100. Throws 403 and 404. */
export async function listShares(viewer: Viewer, pipelineId: number): Promise<ListedShare[]> {
  await getShareable(viewer, pipelineId);
  const rows = await db
    .select()
    .from(shares)
    .where(eq(shares.pipelineId, pipelineId))
    .orderBy(desc(shares.until), desc(shares.id))
    .limit(MOST_SHARES);
  const ids = rows.map(({ id }) => id);
  const opened = await db
    .select()
    .from(shareOpenings)
    .where(inArray(shareOpenings.shareId, ids))
    .orderBy(asc(shareOpenings.day));
  return rows.map((share) => {
    const written = opened.filter(({ shareId }) => shareId === share.id);
    const days = written.map(({ day, count }) => {
      const waiting = openings.get(`${share.id} ${day}`)?.count ?? 0;
      return { day, count: count + waiting };
    });
    return { ...share, openings: days };
  });
}

/** How many pages of a deal are not over. */
export async function countShares(pipelineId: number, from: Db = db): Promise<number> {
  return from.$count(shares, and(eq(shares.pipelineId, pipelineId), isNotOver()));
}

/**
 * Makes a page; its address is nowhere else than in what this returns. Throws 403, 404, and 400 for files
 * and notes that are not the deal's, and beyond 100 pages.
 */
export async function createShare(
  viewer: Viewer,
  pipelineId: number,
  { until = usualEnd(), ...input }: ShareInput,
): Promise<{ share: ListedShare; url: string }> {
  const key = newKey();
  const [fileIds, noteIds] = [[...new Set(input.files)], [...new Set(input.notes)]];
  const row = { ...input, files: fileIds, notes: noteIds, until, pipelineId, key: hashKey(key) };
  return transaction(async (tx) => {
    const deal = checkCharge(viewer, await lockPipeline(tx, viewer, pipelineId));
    await checkParts(tx, pipelineId, row);
    if ((await countShares(pipelineId, tx)) >= MOST_SHARES)
      throw badRequest(`A deal can have at most ${MOST_SHARES} shared pages at a time.`);
    const [added] = await tx
      .insert(shares)
      .values({ ...row, userId: viewer.id, createdAt: new Date() })
      .returning();
    await writeHistory(tx, viewer, [pipelineEntry(deal, 'changed', { shared: [null, until] })]);
    return { share: { ...added!, openings: [] }, url: `${appUrl}/share/${key}` };
  });
}

async function checkParts(tx: Db, pipelineId: number, sent: Pick<ShareInput, 'files' | 'notes'>) {
  for (const [path, table] of Object.entries({ files, notes } as const)) {
    const ids = sent[path as 'files' | 'notes'];
    const isOwn = and(inArray(table.id, ids), eq(table.pipelineId, pipelineId));
    const message = `Please choose ${path} of this deal`;
    if ((await tx.$count(table, isOwn)) < ids.length) throw invalid([{ path, message }]);
  }
}

/** Ends a page immediately. Throws 403 and 404. */
export async function endShare(viewer: Viewer, pipelineId: number, id: number): Promise<void> {
  await transaction(async (tx) => {
    const deal = checkCharge(viewer, await lockPipeline(tx, viewer, pipelineId));
    const isShare = and(eq(shares.id, id), eq(shares.pipelineId, pipelineId));
    if (!(await tx.$count(shares, isShare))) throw notFound('Shared page not found');
    const fields = (await endShares(tx, isShare)).get(pipelineId);
    if (fields) await writeHistory(tx, viewer, [pipelineEntry(deal, 'changed', fields)]);
  });
}

const NOT_THERE =
  'This page has ended, or its address is incomplete. Please ask the person who sent it to you.';

/**
 * The page with a key, its deal, and who answers for it. Throws 404, also once it is over or they
 * are no longer in charge of the deal.
 */
export async function openShare(key: string) {
  const hash = KEY.test(key) ? hashKey(key) : '';
  const [row] = await db
    .select({ share: shares, user: users })
    .from(shares)
    .innerJoin(users, eq(users.id, shares.userId))
    .where(and(eq(shares.key, hash), isNotOver(), maySignIn));
  const deal = row && (await findPipeline(row.user, row.share.pipelineId));
  if (!deal || !isInCharge(row.user, deal)) throw notFound(NOT_THERE);
  return { ...row, deal };
}
export type OpenedShare = Awaited<ReturnType<typeof openShare>>;

/** The notes of a page that are still the deal's, oldest first, and how many there are. */
export async function notesOfShare({ notes: ids, pipelineId }: Share, { limit, offset }: Page) {
  const isShared = and(inArray(notes.id, ids), eq(notes.pipelineId, pipelineId));
  const { text, createdAt } = notes;
  const rows = await db
    .select({ text, createdAt })
    .from(notes)
    .where(isShared)
    .orderBy(asc(notes.id))
    .limit(limit)
    .offset(offset);
  return { rows, total: await db.$count(notes, isShared) };
}

/** The files of a page that are still the deal's. */
export async function filesOfShare({ files: ids, pipelineId }: Share): Promise<StoredFile[]> {
  const isShared = and(inArray(files.id, ids), eq(files.pipelineId, pipelineId));
  return db.select().from(files).where(isShared).orderBy(asc(files.id));
}

/** Throws 404. */
export async function getSharedFile(share: Share, id: number): Promise<StoredFile> {
  const file = (await filesOfShare(share)).find((candidate) => candidate.id === id);
  if (!file)
    throw notFound('This file no longer exists. Please ask the person who sent you the page.');
  return file;
}

const OPENINGS_INTERVAL_MS = 10_000;

interface Openings {
  shareId: number;
  day: string;
  count: number;
}
/** Openings that wait to be written, of pages that were opened within the interval. */
const openings = new Map<string, Openings>();

/**
 * Counts an opening of a page: while something else is being written, after that; a failure is only
 * logged. Further ones within ten seconds are written together, as every write empties the caches.
 */
export async function countOpening({ id: shareId }: Share): Promise<void> {
  const day = today();
  const key = `${shareId} ${day}`;
  const waiting = openings.get(key);
  if (waiting) {
    waiting.count++;
    return;
  }
  openings.set(key, { shareId, day, count: 0 });
  setTimeout(() => void writeOpenings(key), OPENINGS_INTERVAL_MS).unref();
  const add = (tx: Db) => addOpenings(tx, { shareId, day, count: 1 });
  await transactionIfIdle(add).catch(() => void write(add));
}

/** Writes the openings that wait, before the server stops. */
export async function flushOpenings(): Promise<void> {
  await Promise.all([...openings.keys()].map(writeOpenings));
}

async function writeOpenings(key: string): Promise<void> {
  const waiting = openings.get(key);
  openings.delete(key);
  if (waiting?.count) await write((tx) => addOpenings(tx, waiting));
}

async function write(add: (tx: Db) => Promise<void>): Promise<void> {
  await transaction(add).catch((error: unknown) => logError(error, 'An opening was not counted'));
}

async function addOpenings(tx: Db, opened: Openings): Promise<void> {
  const isEnded = !(await tx.$count(shares, eq(shares.id, opened.shareId)));
  if (isEnded) return;
  const target = [shareOpenings.shareId, shareOpenings.day];
  const set = { count: sql`${shareOpenings.count} + ${opened.count}` };
  await tx.insert(shareOpenings).values(opened).onConflictDoUpdate({ target, set });
}
