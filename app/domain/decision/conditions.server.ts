import { and, asc, eq, inArray, isNotNull, type SQL } from 'drizzle-orm';
import { db } from '#db/client';
import { decisions, tasks, users } from '#db/schema';
import { isNotUndone } from '~/domain/deal/undone-decisions.server';
import { getDisplayName } from '~/domain/person/names';
import { personColumns } from '~/domain/user/columns.server';

/** Conditions of decisions are tasks that name their decision (rule 32.26). */
async function selectConditions(condition: SQL | undefined) {
  const rows = await db
    .select({ task: tasks, user: personColumns })
    .from(tasks)
    .innerJoin(decisions, eq(decisions.id, tasks.decisionId))
    .leftJoin(users, eq(users.id, tasks.userId))
    .where(and(condition, isNotUndone()))
    .orderBy(asc(tasks.id));
  return rows.map(({ task, user }) => ({
    id: task.id,
    decisionId: task.decisionId!,
    text: task.title,
    userId: task.userId,
    userName: user && getDisplayName(user),
    person: task.person,
    dueOn: task.dueOn,
    done: task.done,
    waived: task.waived ?? false,
  }));
}
export type Condition = Awaited<ReturnType<typeof selectConditions>>[number];

export async function listConditions(decisionIds: number[]): Promise<Condition[]> {
  // SQLite reads all tasks for an empty list.
  return decisionIds.length ? selectConditions(inArray(tasks.decisionId, decisionIds)) : [];
}

export async function listOpenConditions(dealId: number): Promise<Condition[]> {
  return selectConditions(
    and(eq(tasks.dealId, dealId), isNotNull(tasks.decisionId), eq(tasks.done, false)),
  );
}
