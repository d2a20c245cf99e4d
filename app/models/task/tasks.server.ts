import { and, asc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { db, type Db } from '#db/client';
import { pipelines, type Task, tasks, users } from '#db/schema';
import { transaction, transactionId } from '#db/transaction';
import { badRequest, conflict, invalid, notFound } from '~/refusal';
import type { Viewer } from '~/models/access';
import {
  changeDealRow,
  type DealRows,
  deleteDealRow,
  insertDealRow,
} from '~/models/history/deal-rows.server';
import { isSameValue } from '~/models/history/field-value';
import { peopleWhoSee } from '~/models/member/store.server';
import { checkVisible, lockPipeline } from '~/models/pipeline/write.server';
import { pick } from '~/models/record';
import { displayName } from '~/models/text';
import { visibleTo } from '~/models/visibility.server';
import { MOST_TASKS, TASK_KEYS, type TaskChanges, type TaskInput } from './schema';

/** What is to be done about a deal, by whom and when (rule 25.7). Who sees the deal changes it. */

type Values = Pick<Task, (typeof TASK_KEYS)[number]>;

export const TASKS: DealRows<Values> = {
  subject: 'task',
  table: tasks,
  keys: TASK_KEYS,
  nameOf: ({ title }) => title,
  columnsOf: (values) => pick(values, TASK_KEYS),
};

/** Of a day, those without a time come last; those without a day come after all. */
const soonest = [
  sql`${tasks.dueOn} asc nulls last`,
  sql`${tasks.dueAt} asc nulls last`,
  asc(tasks.id),
];

async function readTasks(where: SQL | undefined, from: Db = db) {
  const rows = await from
    .select({
      task: tasks,
      user: { firstName: users.firstName, lastName: users.lastName, email: users.email },
    })
    .from(tasks)
    .leftJoin(users, eq(users.id, tasks.userId))
    .where(where)
    .orderBy(asc(tasks.done), ...soonest)
    .limit(MOST_TASKS);
  return rows.map(({ task, user }) => ({ ...task, userName: user && displayName(user) }));
}
export type ListedTask = Awaited<ReturnType<typeof readTasks>>[number];

/** Of a deal: what is to be done, soonest first, then what is done. Throws 404 if it is not visible. */
export async function listTasks(viewer: Viewer, pipelineId: number): Promise<ListedTask[]> {
  await checkVisible(viewer, pipelineId);
  return readTasks(eq(tasks.pipelineId, pipelineId));
}

/** A task of a visible deal. Throws 404. */
export async function getTask(
  viewer: Viewer,
  pipelineId: number,
  id: number,
  from: Db = db,
): Promise<ListedTask> {
  await checkVisible(viewer, pipelineId);
  const isTask = and(eq(tasks.id, id), eq(tasks.pipelineId, pipelineId));
  const [task] = await readTasks(isTask, from);
  if (!task) throw notFound('Task not found');
  return task;
}

/** The tasks of these deals, in their order: what is to be done first. */
export async function tasksOf(dealIds: number[], from: Db) {
  const rows = await from
    .select({ task: tasks, companyName: pipelines.companyName })
    .from(tasks)
    .innerJoin(pipelines, eq(pipelines.id, tasks.pipelineId))
    .where(inArray(tasks.pipelineId, dealIds))
    .orderBy(asc(tasks.done), ...soonest);
  const place = new Map(dealIds.map((id, n) => [id, n]));
  const placeOf = ({ task }: (typeof rows)[number]) => place.get(task.pipelineId)!;
  return rows.sort((one, other) => placeOf(one) - placeOf(other));
}

export interface Due {
  /** A day, YYYY-MM-DD: only what is due by then. */
  until?: string;
  /** Of the deals. */
  where?: SQL;
  limit?: number;
}

/** The viewer's own that are to be done, on deals that they see, soonest first. */
export async function ownTasks(viewer: Viewer, { until, where, limit = MOST_TASKS }: Due = {}) {
  const isDue = until === undefined ? undefined : lte(tasks.dueOn, until);
  const rows = await db
    .select({ task: tasks, companyName: pipelines.companyName })
    .from(tasks)
    .innerJoin(pipelines, eq(pipelines.id, tasks.pipelineId))
    .where(and(isOwn(viewer), isDue, visibleTo(viewer), where))
    .orderBy(...soonest)
    .limit(limit);
  const userName = displayName(viewer);
  return rows.map(({ task, companyName }) => ({ ...task, userName, companyName }));
}
export type OwnTask = Awaited<ReturnType<typeof ownTasks>>[number];

const isOwn = ({ id }: Pick<Viewer, 'id'>) => and(eq(tasks.userId, id), eq(tasks.done, false));

/**
 * Adds a task and returns its id. With `once`, one that is there already with the same words is not
 * added again: a form may be sent twice. Throws 404, 400 for `userId` unless that is somebody who
 * sees the deal, for `dueAt` without a day, and beyond 1,000.
 */
export async function addTask(
  viewer: Viewer,
  pipelineId: number,
  input: TaskInput,
  { once = false }: { once?: boolean } = {},
): Promise<number> {
  return transaction(async (tx) => {
    const deal = await lockPipeline(tx, viewer, pipelineId);
    const { title, dueOn = null, dueAt = null, done = false } = input;
    const person = await findPerson(tx, pipelineId, input.userId ?? viewer.id);
    const values = checked({ title, dueOn, dueAt, done, ...person });
    const stored = await tx.select().from(tasks).where(eq(tasks.pipelineId, pipelineId));
    const same = once && stored.find((task) => isSame(task, values));
    if (same) return same.id;
    if (stored.length >= MOST_TASKS)
      throw badRequest(`A deal has at most ${MOST_TASKS.toLocaleString('en')} tasks.`);
    return insertDealRow(TASKS, tx, viewer, deal, values);
  });
}

async function findPerson(tx: Db, pipelineId: number, userId: string) {
  const found = (await peopleWhoSee(pipelineId, tx)).find(({ id }) => id === userId);
  const message = 'Please choose somebody who sees this deal';
  if (!found) throw invalid([{ path: 'userId', message }]);
  return { userId, person: found.email };
}

function checked(values: Values): Values {
  if (values.dueAt && !values.dueOn)
    throw invalid([{ path: 'dueAt', message: 'A time needs a day' }]);
  return values;
}

const isSame = (one: Values, other: Values) =>
  TASK_KEYS.every((key) => isSameValue(one[key], other[key]));

/** What a form carries, to see whether somebody has changed the task since. */
export function taskSeen(task: Values): string {
  return JSON.stringify(Object.values(pick(task, TASK_KEYS)));
}

/**
 * Changes the given keys; returns the act if that was a change. Without a day there is no time.
 * Throws 404, 400 as `addTask` does, and 409 if the task is not as it was `seen` any more.
 */
export async function changeTask(
  viewer: Viewer,
  pipelineId: number,
  id: number,
  { userId, ...changes }: TaskChanges,
  seen?: string,
): Promise<string | undefined> {
  return transaction(async (tx) => {
    const deal = await lockPipeline(tx, viewer, pipelineId);
    const before = await getTask(viewer, pipelineId, id, tx);
    if (seen !== undefined && seen !== taskSeen(before))
      throw conflict('Somebody has changed this task since you opened it.');
    const isOther = userId !== undefined && userId !== before.userId;
    const person = isOther ? await findPerson(tx, pipelineId, userId) : {};
    const timeless = changes.dueOn === null && changes.dueAt === undefined ? { dueAt: null } : {};
    const after = checked({ ...before, ...changes, ...timeless, ...person });
    const isChanged = await changeDealRow(TASKS, tx, viewer, deal, before, after);
    return isChanged ? transactionId() : undefined;
  });
}

/** Deletes a task and returns the act, which can be undone. Throws 404. */
export async function deleteTask(viewer: Viewer, pipelineId: number, id: number): Promise<string> {
  return transaction(async (tx) => {
    const deal = await lockPipeline(tx, viewer, pipelineId);
    const task = await getTask(viewer, pipelineId, id, tx);
    await deleteDealRow(TASKS, tx, viewer, deal, task);
    return transactionId();
  });
}
