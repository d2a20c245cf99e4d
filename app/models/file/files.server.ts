import { and, asc, eq, inArray, type SQL, sum } from 'drizzle-orm';
import { db, type Db } from '#db/client';
import { searchTextOf } from '#db/fold';
import { files, pipelines, type StoredFile, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { env } from '~/env.server';
import { Refusal } from '~/refusal';
import type { Viewer } from '~/models/access';
import {
  checkRoom,
  type DealRows,
  inOrderOf,
  insertDealRow,
  rowNotFound,
} from '~/models/pipeline/deal-rows.server';
import { checkVisible, lockPipeline } from '~/models/pipeline/write.server';
import { pick } from '~/models/record';
import { displayName } from '~/models/text';
import { MB, MOST_FILES } from './schema';
import { bytesOf, keep, type Received } from './store.server';
import { personColumns } from '~/models/user/columns.server';

/** The files of a deal (rule 26.1). Whoever sees the deal reads, adds and deletes them. */

const KEYS = ['name', 'size', 'type', 'sha256', 'userId', 'createdAt'] as const;
type Values = Pick<StoredFile, (typeof KEYS)[number]>;

export const FILES: DealRows<Values> = {
  subject: 'file',
  table: files,
  keys: KEYS,
  most: MOST_FILES,
  nameOf: ({ name }) => name,
  columnsOf: (values) => ({ ...pick(values, KEYS), searchText: searchTextOf(values.name) }),
  mayReturn: ({ sha256 }) => bytesOf(sha256) !== undefined,
};

async function readFiles(where: SQL | undefined, { limit = MOST_FILES, offset = 0 } = {}) {
  const rows = await db
    .select({
      file: files,
      user: personColumns,
    })
    .from(files)
    .leftJoin(users, eq(users.id, files.userId))
    .where(where)
    .orderBy(asc(files.id))
    .limit(limit)
    .offset(offset);
  return rows.map(({ file, user }) => ({ ...file, userName: user && displayName(user) }));
}
export type ListedFile = Awaited<ReturnType<typeof readFiles>>[number];

/** A deal's files, in the order in which they were added. Throws 404 if it is not visible. */
export async function listFiles(
  viewer: Viewer,
  pipelineId: number,
  slice?: { limit: number; offset: number },
): Promise<ListedFile[]> {
  await checkVisible(viewer, pipelineId);
  return readFiles(eq(files.pipelineId, pipelineId), slice);
}

export async function countFiles(pipelineId: number): Promise<number> {
  return db.$count(files, eq(files.pipelineId, pipelineId));
}

/** A file of a visible deal. Throws 404. */
export async function getFile(viewer: Viewer, pipelineId: number, id: number) {
  await checkVisible(viewer, pipelineId);
  const isFile = and(eq(files.id, id), eq(files.pipelineId, pipelineId));
  const [file] = await readFiles(isFile);
  if (!file) throw rowNotFound(FILES);
  return file;
}

/** The bytes that a deal has room for (rule 26.2). Throws 404 if it is not visible. */
export async function roomFor(viewer: Viewer, pipelineId: number, from: Db = db): Promise<number> {
  await checkVisible(viewer, pipelineId);
  const [row] = await from
    .select({ taken: sum(files.size) })
    .from(files)
    .where(eq(files.pipelineId, pipelineId));
  return env.MAX_DEAL_FILES_MB * MB - Number(row?.taken ?? 0);
}

export function dealIsFull(): Refusal {
  const message = `The files of a deal can have at most ${env.MAX_DEAL_FILES_MB} MB in total.`;
  return new Refusal('tooLarge', { message });
}

/** A file that was received: its bytes are in a temporary place. */
export interface NewFile extends Received {
  name: string;
  type: string;
}

/**
 * Adds files, all or none, and returns their ids. With `once`, one of the same name with the same
 * bytes is not added again: a form may be sent twice. Throws 404, 400 beyond 1,000, and 413 if they
 * are too large together.
 */
export async function addFiles(
  viewer: Viewer,
  pipelineId: number,
  received: NewFile[],
  { once = false }: { once?: boolean } = {},
): Promise<number[]> {
  return transaction(async (tx) => {
    const deal = await lockPipeline(tx, viewer, pipelineId);
    const stored = await tx.select().from(files).where(eq(files.pipelineId, pipelineId));
    const isStored = (file: NewFile) =>
      stored.find(({ name, sha256 }) => name === file.name && sha256 === file.sha256);
    const fresh = received.filter((file) => !once || !isStored(file));
    checkRoom(FILES, stored.length + fresh.length);
    const size = fresh.reduce((all, file) => all + file.size, 0);
    if (size > (await roomFor(viewer, pipelineId, tx))) throw dealIsFull();
    const ids: number[] = [];
    for (const file of fresh) {
      keep(file);
      const values = { ...file, userId: viewer.id, createdAt: Date.now() };
      ids.push(await insertDealRow(FILES, tx, viewer, deal, pick(values, KEYS)));
    }
    return ids;
  });
}

/** The files of these deals with the deals' names, in the order of the deals. */
export async function filesOf(dealIds: number[], from: Db) {
  const rows = await from
    .select({ file: files, companyName: pipelines.companyName, email: users.email })
    .from(files)
    .innerJoin(pipelines, eq(pipelines.id, files.pipelineId))
    .leftJoin(users, eq(users.id, files.userId))
    .where(inArray(files.pipelineId, dealIds))
    .orderBy(asc(files.id));
  return inOrderOf(dealIds, rows, ({ file }) => file.pipelineId);
}
