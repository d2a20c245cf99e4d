import { and, asc, count, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { cacheUntilCommit } from '#db/cache';
import { type Db, db } from '#db/client';
import { deals, type Task, tasks, users } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { assertDealReadable } from '~/domain/deal/get.server';
import { type DealRecordType, recordNotFound } from '~/domain/deal/record.server';
import { getDisplayName } from '~/domain/person/names';
import { pick } from '~/domain/record';
import { sortByDealOrder } from '~/domain/sort-by-ids';
import { personColumns } from '~/domain/user/columns.server';
import { getVisibilityKey, visibleTo } from '~/domain/visibility.server';
import { MAX_TASKS_PER_DEAL, TASK_KEYS } from './schema';

export type TaskValues = Pick<Task, (typeof TASK_KEYS)[number]>;

export const TASK_RECORDS: DealRecordType<TaskValues> = {
  subject: 'task',
  table: tasks,
  keys: TASK_KEYS,
  maxPerDeal: MAX_TASKS_PER_DEAL,
  getName: ({ title }) => title,
  toColumns: (values) => pick(values, TASK_KEYS),
};

/** Sorts tasks without a time last on their day, and tasks without a day last of all. */
const soonestFirst = [
  sql`${tasks.dueOn} asc nulls last`,
  sql`${tasks.dueAt} asc nulls last`,
  asc(tasks.id),
];

async function selectTasks(where: SQL | undefined, tx: Db = db) {
  const rows = await tx
    .select({
      task: tasks,
      user: personColumns,
    })
    .from(tasks)
    .leftJoin(users, eq(users.id, tasks.userId))
    .where(where)
    .orderBy(asc(tasks.done), ...soonestFirst)
    .limit(MAX_TASKS_PER_DEAL);
  return rows.map(({ task, user }) => ({ ...task, userName: user && getDisplayName(user) }));
}

export type ListedTask = Awaited<ReturnType<typeof selectTasks>>[number];

export async function listTasks(viewer: Viewer, dealId: number): Promise<ListedTask[]> {
  await assertDealReadable(viewer, dealId);
  return selectTasks(eq(tasks.dealId, dealId));
}

export async function getTask(
  viewer: Viewer,
  dealId: number,
  id: number,
  tx: Db = db,
): Promise<ListedTask> {
  await assertDealReadable(viewer, dealId);
  const isTask = and(eq(tasks.id, id), eq(tasks.dealId, dealId));
  const [task] = await selectTasks(isTask, tx);
  if (!task) throw recordNotFound(TASK_RECORDS);
  return task;
}

export async function listTasksByDeals(dealIds: number[], tx: Db) {
  const rows = await tx
    .select({ task: tasks, companyName: deals.companyName })
    .from(tasks)
    .innerJoin(deals, eq(deals.id, tasks.dealId))
    .where(inArray(tasks.dealId, dealIds))
    .orderBy(asc(tasks.done), ...soonestFirst);
  return sortByDealOrder(dealIds, rows, ({ task }) => task.dealId);
}

export interface OwnTaskFilter {
  until?: string;
  where?: SQL;
  limit?: number;
  offset?: number;
}

/** Limit of a person's own tasks, unless fewer are asked for. */
const MAX_LISTED_TASKS = 1_000;

export async function listOwnTasks(
  viewer: Viewer,
  { until, where, limit = MAX_LISTED_TASKS, offset = 0 }: OwnTaskFilter = {},
) {
  const isDue = until === undefined ? undefined : lte(tasks.dueOn, until);
  const rows = await db
    .select({
      task: tasks,
      companyName: deals.companyName,
      dealUpdatedAt: deals.updatedAt,
    })
    .from(tasks)
    .innerJoin(deals, eq(deals.id, tasks.dealId))
    .where(and(isOwnOpenTask(viewer), isDue, visibleTo(viewer), where))
    .orderBy(...soonestFirst)
    .limit(limit)
    .offset(offset);
  const userName = getDisplayName(viewer);
  return rows.map(({ task, ...deal }) => ({ ...task, userName, ...deal }));
}

export async function countOwnTasks(
  viewer: Viewer,
  { until }: Pick<OwnTaskFilter, 'until'> = {},
): Promise<number> {
  const isDue = until === undefined ? undefined : lte(tasks.dueOn, until);
  const [row] = await db
    .select({ tasks: count() })
    .from(tasks)
    .innerJoin(deals, eq(deals.id, tasks.dealId))
    .where(and(isOwnOpenTask(viewer), isDue, visibleTo(viewer)));
  return row?.tasks ?? 0;
}

export async function countDueTasks(viewer: Viewer, until: string): Promise<number> {
  const key = `due tasks ${viewer.id} ${getVisibilityKey(viewer)} ${until}`;
  return cacheUntilCommit(key, () => countOwnTasks(viewer, { until }));
}

export type OwnTask = Awaited<ReturnType<typeof listOwnTasks>>[number];

const isOwnOpenTask = ({ id }: Pick<Viewer, 'id'>) =>
  and(eq(tasks.userId, id), eq(tasks.done, false));
