import { and, asc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { db, type Db } from '#db/client';
import { pipelines, type Task, tasks, users } from '#db/schema';
import { invalid } from '~/refusal';
import type { Viewer } from '~/models/access';
import {
  addDealRow,
  type DealRows,
  editDealRow,
  inOrderOf,
  rowNotFound,
} from '~/models/pipeline/deal-rows.server';
import { peopleWhoSee } from '~/models/member/store.server';
import { checkVisible } from '~/models/pipeline/write.server';
import { pick } from '~/models/record';
import { displayName } from '~/models/text';
import { visibleTo } from '~/models/visibility.server';
import { MOST_TASKS, TASK_KEYS, type TaskChanges, type TaskInput } from './schema';
import { personColumns } from '~/models/user/columns.server';

/** What is to be done about a deal, by whom and when (rule 25.7). Who sees the deal changes it. */

type Values = Pick<Task, (typeof TASK_KEYS)[number]>;

export const TASKS: DealRows<Values> = {
  subject: 'task',
  table: tasks,
  keys: TASK_KEYS,
  most: MOST_TASKS,
  nameOf: ({ title }) => title,
  columnsOf: (values) => pick(values, TASK_KEYS),
};

/** Tasks without a time come last on their day, and tasks without a day come after all others. */
const soonest = [
  sql`${tasks.dueOn} asc nulls last`,
  sql`${tasks.dueAt} asc nulls last`,
  asc(tasks.id),
];

async function readTasks(where: SQL | undefined, from: Db = db) {
  const rows = await from
    .select({
      task: tasks,
      user: personColumns,
    })
    .from(tasks)
    .leftJoin(users, eq(users.id, tasks.userId))
    .where(where)
    .orderBy(asc(tasks.done), ...soonest)
    .limit(MOST_TASKS);
  return rows.map(({ task, user }) => ({ ...task, userName: user && displayName(user) }));
}
export type ListedTask = Awaited<ReturnType<typeof readTasks>>[number];

/** A deal's open tasks, soonest first, then the done ones. Throws 404 if it is not visible. */
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
  if (!task) throw rowNotFound(TASKS);
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
  return inOrderOf(dealIds, rows, ({ task }) => task.pipelineId);
}

export interface Due {
  /** A day, YYYY-MM-DD: only what is due by then. */
  until?: string;
  /** A condition on the deals. */
  where?: SQL;
  limit?: number;
}

/** The viewer's own that are to be done, on deals that they see, soonest first. */
export async function ownTasks(viewer: Viewer, { until, where, limit = MOST_TASKS }: Due = {}) {
  const isDue = until === undefined ? undefined : lte(tasks.dueOn, until);
  const rows = await db
    .select({
      task: tasks,
      companyName: pipelines.companyName,
      dealUpdatedAt: pipelines.updatedAt,
    })
    .from(tasks)
    .innerJoin(pipelines, eq(pipelines.id, tasks.pipelineId))
    .where(and(isOwn(viewer), isDue, visibleTo(viewer), where))
    .orderBy(...soonest)
    .limit(limit);
  const userName = displayName(viewer);
  return rows.map(({ task, ...deal }) => ({ ...task, userName, ...deal }));
}
export type OwnTask = Awaited<ReturnType<typeof ownTasks>>[number];

const isOwn = ({ id }: Pick<Viewer, 'id'>) => and(eq(tasks.userId, id), eq(tasks.done, false));

/**
 * Adds a task and returns its id, as `addDealRow` does. Throws also 400 for `userId` unless that is
 * somebody who sees the deal, and for `dueAt` without a day.
 */
export async function addTask(
  viewer: Viewer,
  pipelineId: number,
  { title, dueOn = null, dueAt = null, done = false, userId }: TaskInput,
  options?: { once?: boolean },
): Promise<number> {
  const valuesIn = async (tx: Db) => {
    const person = await findPerson(tx, pipelineId, userId ?? viewer.id);
    return checked({ title, dueOn, dueAt, done, ...person });
  };
  return addDealRow(TASKS, viewer, pipelineId, valuesIn, options);
}

async function findPerson(tx: Db, pipelineId: number, userId: string) {
  const assignee = (await peopleWhoSee(pipelineId, tx)).find(({ id }) => id === userId);
  const message = 'Please choose someone who can see this deal';
  if (!assignee) throw invalid([{ path: 'userId', message }]);
  return { userId, person: assignee.email };
}

function checked(values: Values): Values {
  if (values.dueAt && !values.dueOn)
    throw invalid([{ path: 'dueAt', message: 'A time needs a day' }]);
  return values;
}

/**
 * Changes the given keys, as `editDealRow` does. Without a day there is no time. Throws also 400 as
 * `addTask` does.
 */
export async function changeTask(
  viewer: Viewer,
  pipelineId: number,
  id: number,
  { userId, ...changes }: TaskChanges,
  seen?: string,
): Promise<string | undefined> {
  const changesOf = async (before: Values, tx: Db) => {
    const isOther = userId !== undefined && userId !== before.userId;
    const person = isOther ? await findPerson(tx, pipelineId, userId) : {};
    const timeless = changes.dueOn === null && changes.dueAt === undefined ? { dueAt: null } : {};
    return checked({ ...before, ...changes, ...timeless, ...person });
  };
  return editDealRow(TASKS, viewer, pipelineId, id, changesOf, seen);
}
