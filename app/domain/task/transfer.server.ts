import { and, eq, inArray } from 'drizzle-orm';
import { iterateChunks } from '#db/chunks';
import type { Db } from '#db/client';
import { deals, tasks, type User, users } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { updateDealRecord } from '~/domain/deal/record.server';
import { visibleTo } from '~/domain/visibility.server';
import { TASK_RECORDS } from './list.server';

/**
 * Gives a leaver's open tasks to `newOwner` or, where they do not see the deal, to the deal's owner.
 * Returns their number.
 */
export async function transferOpenTasks(
  tx: Db,
  viewer: Viewer,
  { id: leaverId }: Pick<User, 'id'>,
  newOwner: Viewer,
): Promise<number> {
  const openTasks = await tx
    .select({
      task: tasks,
      deal: { id: deals.id, companyName: deals.companyName },
      owner: { id: users.id, email: users.email },
    })
    .from(tasks)
    .innerJoin(deals, eq(deals.id, tasks.dealId))
    .innerJoin(users, eq(users.id, deals.userId))
    .where(isOpenTaskAssignedTo(leaverId));
  let transferred = 0;
  for await (const chunk of iterateChunks(openTasks)) {
    const dealIds = chunk.map(({ deal }) => deal.id);
    const visible = await listVisibleIds(tx, newOwner, dealIds);
    for (const { task, deal, owner } of chunk) {
      const assignee = visible.includes(deal.id) ? newOwner : owner;
      const changes = { userId: assignee.id, person: assignee.email };
      if (await updateDealRecord(TASK_RECORDS, { tx, actor: viewer, deal }, task, changes))
        transferred++;
    }
  }
  return transferred;
}

export const isOpenTaskAssignedTo = (userId: string) =>
  and(eq(tasks.userId, userId), eq(tasks.done, false));

async function listVisibleIds(tx: Db, user: Viewer, dealIds: number[]): Promise<number[]> {
  const { id } = deals;
  const rows = await tx
    .select({ id })
    .from(deals)
    .where(and(inArray(id, dealIds), visibleTo(user)));
  return rows.map((deal) => deal.id);
}
