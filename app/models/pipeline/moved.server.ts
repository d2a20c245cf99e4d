import { and, eq, gte, inArray, lt, min, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { db } from '#db/client';
import { changes, pipelines } from '#db/schema';

/** In tenths: 1.0. Scores have one decimal. */
const MOVED = 10;

/** Deals whose score is at least 1.0 from what it was at `start`; neither a first score nor a new deal. */
export function hasMoved(start: Date): SQL {
  const since = db
    .select({
      id: sql<number>`cast(${changes.subjectId} as integer)`.as('moved_id'),
      first: min(changes.id).as('first_change'),
      // Of the row with the least id: so SQLite reads a bare column beside min().
      before: sql<number | null>`${changes.fields} ->> '$.evaluationScore[0]'`.as('score_before'),
    })
    .from(changes)
    .where(
      and(
        // As the index `changes_score` says it.
        eq(changes.subject, sql`'pipeline'`),
        eq(changes.act, sql`'changed'`),
        sql`${changes.fields} ->> '$.evaluationScore' is not null`,
        gte(changes.at, start),
      ),
    )
    // By the changes of the period, not by all changes in the order of their deals.
    .groupBy(sql`+${changes.subjectId}`)
    .as('since');
  const deal = alias(pipelines, 'moved');
  const tenths = sql`abs(round((${deal.evaluationScore} - ${since.before}) * 10))`;
  return inArray(
    pipelines.id,
    db
      .select({ id: since.id })
      .from(since)
      .innerJoin(deal, eq(deal.id, since.id))
      .where(and(lt(deal.createdAt, start), sql`${tenths} >= ${MOVED}`)),
  );
}
