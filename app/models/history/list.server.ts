import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  like,
  lt,
  type SQL,
  sql,
} from 'drizzle-orm';
import { db, type Db } from '#db/client';
import { type Change, changes, type Evaluation, type FieldValue } from '#db/schema';
import { forbidden, notFound } from '~/refusal.server';
import { mayReadHistory, type Viewer } from '~/models/access';
import { findEvaluation } from '~/models/evaluation/write.server';
import { evaluationBefore } from './fields';
import type { Page } from '~/models/page';
import { getPipeline } from '~/models/pipeline/write.server';

const aboutDeals = inArray(changes.subject, ['pipeline', 'evaluation']);

/** Changes of a deal and its evaluation, newest first. Throws 404 if the deal is not visible. */
export async function listPipelineHistory(
  viewer: Viewer,
  id: number,
  { limit, offset }: Page,
): Promise<Change[]> {
  await getPipeline(viewer, id);
  return db
    .select()
    .from(changes)
    .where(and(eq(changes.subjectId, String(id)), aboutDeals))
    .orderBy(desc(changes.id))
    .limit(limit)
    .offset(offset);
}

export async function countPipelineHistory(id: number): Promise<number> {
  return db.$count(changes, and(eq(changes.subjectId, String(id)), aboutDeals));
}

/** A deal's scores over time, oldest first. Throws 404 if the deal is not visible. */
export async function scoreHistory(
  viewer: Viewer,
  id: number,
): Promise<{ at: Date; score: number | null }[]> {
  await getPipeline(viewer, id);
  const score = sql<string>`json_extract(${changes.fields}, '$.evaluationScore')`;
  const rows = await db
    .select({ at: changes.at, score })
    .from(changes)
    .where(
      and(eq(changes.subjectId, String(id)), eq(changes.subject, 'pipeline'), isNotNull(score)),
    )
    .orderBy(asc(changes.id));
  return rows.map(({ at, score }) => ({
    at,
    score: (JSON.parse(score) as [unknown, number | null])[1],
  }));
}

/** A change of a deal or its evaluation. Throws 404 if it or the deal is not there or visible. */
export async function getPipelineChange(
  viewer: Viewer,
  id: number,
  changeId: number,
): Promise<Change> {
  await getPipeline(viewer, id);
  const [change] = await db
    .select()
    .from(changes)
    .where(and(eq(changes.id, changeId), eq(changes.subjectId, String(id)), aboutDeals));
  if (!change) throw notFound('This change is not known');
  return change;
}

/** The evaluation right after a change, and the current one. Throws 404 if there is none. */
export async function evaluationVersionOf(
  viewer: Viewer,
  id: number,
  changeId: number,
): Promise<{ change: Change; then: Record<string, FieldValue>; now: Evaluation }> {
  const change = await getPipelineChange(viewer, id, changeId);
  const now = await findEvaluation(viewer, id);
  if (change.subject !== 'evaluation' || !now) throw notFound('This version is not known');
  const later = await db
    .select({ fields: changes.fields })
    .from(changes)
    .where(
      and(
        eq(changes.subjectId, String(id)),
        eq(changes.subject, 'evaluation'),
        gt(changes.id, changeId),
      ),
    )
    .orderBy(desc(changes.id));
  return { change, then: evaluationBefore(now, later), now };
}

export interface HistoryQuery {
  /** Part of the actor's email; `what` is part of the company name or email it is about. */
  who?: string;
  what?: string;
  subject?: Change['subject'];
  act?: Change['act'];
  /** Inclusive; `until` is exclusive. */
  from?: Date;
  until?: Date;
  /** Only changes with a smaller id. */
  before?: number;
}

function matching({ who, what, subject, act, from, until, before }: HistoryQuery): SQL | undefined {
  const holds = (text: string) => `%${text.slice(0, 200).replace(/[\\%_]/g, '\\$&')}%`;
  return and(
    who ? sql`${like(changes.actorEmail, holds(who))} escape '\\'` : undefined,
    what ? sql`${like(changes.subjectName, holds(what))} escape '\\'` : undefined,
    subject ? eq(changes.subject, subject) : undefined,
    act ? eq(changes.act, act) : undefined,
    from ? gte(changes.at, from) : undefined,
    until ? lt(changes.at, until) : undefined,
    before ? lt(changes.id, before) : undefined,
  );
}

/** All changes, newest first. Throws 403 unless the viewer is an admin. */
export async function listHistory(
  viewer: Viewer,
  query: HistoryQuery,
  { limit, offset }: Page,
  from: Db = db,
): Promise<Change[]> {
  if (!mayReadHistory(viewer)) throw forbidden('Admin access required.');
  return from
    .select()
    .from(changes)
    .where(matching(query))
    .orderBy(desc(changes.id))
    .limit(limit)
    .offset(offset);
}

export async function countHistory(viewer: Viewer, query: HistoryQuery): Promise<number> {
  if (!mayReadHistory(viewer)) throw forbidden('Admin access required.');
  return db.$count(changes, matching(query));
}
