import { and, desc, eq, notExists, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { db } from '#db/client';
import { changes, decisions, listEntries, users } from '#db/schema';
import type { Viewer } from '~/models/access';
import { undoOf } from '~/models/history/act';
import { checkVisible } from '~/models/pipeline/write.server';
import { notFound } from '~/refusal';
import { personColumns } from '~/models/user/columns.server';

/** With more, the earliest are left out. */
const MOST = 500;

/** What was decided of a deal, the newest first. Throws 404 if the deal is not visible. */
export async function listDecisions(viewer: Viewer, pipelineId: number) {
  await checkVisible(viewer, pipelineId);
  return read(eq(decisions.pipelineId, pipelineId));
}

/** One of them. Throws 404. */
export async function getDecision(viewer: Viewer, pipelineId: number, id: number) {
  await checkVisible(viewer, pipelineId);
  const isThisDecision = and(eq(decisions.pipelineId, pipelineId), eq(decisions.id, id));
  const [decision] = await read(isThisDecision);
  if (!decision) throw notFound('Decision not found');
  return decision;
}

export type ListedDecision = Awaited<ReturnType<typeof read>>[number];

async function read(condition: SQL | undefined) {
  const reasons = alias(listEntries, 'reasons');
  return db
    .select({
      decision: decisions,
      stage: listEntries.name,
      reason: reasons.name,
      user: personColumns,
    })
    .from(decisions)
    .innerJoin(listEntries, eq(listEntries.id, decisions.stageId))
    .leftJoin(reasons, eq(reasons.id, decisions.reasonId))
    .leftJoin(users, eq(users.id, decisions.decidedById))
    .where(and(condition, isNotUndone()))
    .orderBy(desc(decisions.id))
    .limit(MOST);
}

/** An undo keeps the decision's row: the history says that the decision no longer counts. */
export function isNotUndone(): SQL {
  const undo = alias(changes, 'undo');
  const isUndo = and(
    eq(undo.actId, sql`${undoOf('')} || ${decisions.actId}`),
    eq(undo.subjectId, sql`cast(${decisions.pipelineId} as text)`),
    sql`${undo.fields} ->> '$.stageId' is not null`,
  );
  return notExists(db.select({ id: undo.id }).from(undo).where(isUndo));
}
