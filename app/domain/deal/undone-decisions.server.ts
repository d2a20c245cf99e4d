import { and, eq, notExists, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { db } from '#db/client';
import { decisions, historyEvents } from '#db/schema';
import { undoOperationId } from '~/domain/history/operation-id';

/** Undone decisions keep their row; only the history records that they no longer count. */
export function isNotUndone(): SQL {
  const undo = alias(historyEvents, 'undo');
  const isUndo = and(
    eq(undo.operationId, sql`${undoOperationId('')} || ${decisions.operationId}`),
    eq(undo.subjectId, sql`cast(${decisions.dealId} as text)`),
    sql`${undo.fields} ->> '$.stageId' is not null`,
  );
  return notExists(db.select({ id: undo.id }).from(undo).where(isUndo));
}
