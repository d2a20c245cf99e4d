import { and, eq, inArray, sql } from 'drizzle-orm';
import { db, type Db, transaction } from '#db/client';
import { type Pipeline, pipelines, users } from '#db/schema';
import { notFound, outdated, unauthorized } from '~/http.server';
import type { Viewer } from './access';
import { meetingDays, roundRank } from './pipeline';
import type { PipelineChanges, PipelineInput } from './pipeline-schema';
import { pipelineColumns, visibleTo } from './pipeline-list.server';
import { folded } from './text';

/** What is kept beside a deal's fields so that lists can search and sort by index. */
function derived(pipeline: PipelineChanges): Pick<Pipeline, 'searchText' | 'meetingDays' | 'roundRank'> {
  const { companyName, ceoName, cooName, cfoName } = pipeline;
  return {
    searchText: folded([companyName, ceoName, cooName, cfoName].filter(Boolean).join('\n')),
    meetingDays: meetingDays(pipeline.nextMeetingDate),
    roundRank: roundRank(pipeline.fundingRound),
  };
}

export async function findPipeline(viewer: Viewer, id: number) {
  const [pipeline] = await db
    .select({ ...pipelineColumns, version: pipelines.version })
    .from(pipelines)
    .innerJoin(users, eq(users.id, pipelines.userId))
    .where(and(eq(pipelines.id, id), visibleTo(viewer)));
  return pipeline;
}

/** A deal with its owner and version. Throws 404 when it is not there or not visible. */
export async function getPipeline(viewer: Viewer, id: number) {
  const pipeline = await findPipeline(viewer, id);
  if (!pipeline) throw notFound('Pipeline not found');
  return pipeline;
}

/**
 * Records a deal; it belongs to the viewer. Returns its id. `submission` names the form it was typed in: the same form
 * sent twice (a double click, a reload) makes one deal. Throws 401 when the viewer's account was deleted meanwhile.
 */
export async function createPipeline(viewer: Viewer, input: PipelineInput, submission?: string): Promise<number> {
  const now = new Date();
  return transaction(async (tx) => {
    if (!(await tx.$count(users, eq(users.id, viewer.id)))) throw unauthorized();
    const [sent] = submission ? await tx.select({ id: pipelines.id }).from(pipelines).where(and(eq(pipelines.submission, submission), eq(pipelines.userId, viewer.id))) : [];
    if (sent) return sent.id;
    const [row] = await tx
      .insert(pipelines)
      .values({ ...input, ...derived(input), submission, userId: viewer.id, createdAt: now, updatedAt: now })
      .returning({ id: pipelines.id });
    return row!.id;
  });
}

/** Reads a deal for an edit within a transaction. Throws 404 when it is not there or not visible. */
export async function lockPipeline(tx: Db, viewer: Viewer, id: number): Promise<Pipeline> {
  const [pipeline] = await tx.select().from(pipelines).where(and(eq(pipelines.id, id), visibleTo(viewer)));
  if (!pipeline) throw notFound('Pipeline not found');
  return pipeline;
}

/**
 * Changes the keys that are given. Throws 404 when the deal is not visible, and 412 when `version` is given and the
 * deal is at another one (clarification 26); also when `seenScore` is given and the deal's score is neither that nor the
 * one it is changed to.
 */
export async function updatePipeline(viewer: Viewer, id: number, changes: PipelineChanges, version?: number, seenScore?: number | null): Promise<void> {
  await transaction(async (tx) => {
    const before = await lockPipeline(tx, viewer, id);
    if (version !== undefined && version !== before.version) throw outdated('Someone else has changed this pipeline meanwhile.');
    if (seenScore !== undefined && before.evaluationScore !== seenScore && before.evaluationScore !== changes.evaluationScore) throw outdated(scoreChanged(before));
    await tx
      .update(pipelines)
      .set({ ...changes, ...derived({ ...before, ...changes }), version: sql`${pipelines.version} + 1`, updatedAt: new Date() })
      .where(eq(pipelines.id, id));
  });
}

function scoreChanged({ evaluationScore }: Pick<Pipeline, 'evaluationScore'>): string {
  return evaluationScore === null ? 'Someone else has cleared it meanwhile.' : `Someone else has changed it to ${evaluationScore.toFixed(1)} meanwhile.`;
}

/** Throws 404 when the deal is not there or not visible. */
export async function deletePipeline(viewer: Viewer, id: number): Promise<void> {
  const deleted = await transaction(async (tx) =>
    tx
      .delete(pipelines)
      .where(and(eq(pipelines.id, id), visibleTo(viewer)))
      .returning({ id: pipelines.id }),
  );
  if (!deleted.length) throw notFound('Pipeline not found');
}

/** Those of the ids that are there and visible, with what a confirmation names them by. */
export async function findPipelines(viewer: Viewer, ids: number[]) {
  return db
    .select({ id: pipelines.id, companyName: pipelines.companyName, owner: { firstName: users.firstName, email: users.email } })
    .from(pipelines)
    .innerJoin(users, eq(users.id, pipelines.userId))
    .where(and(inArray(pipelines.id, ids), visibleTo(viewer)))
    .orderBy(pipelines.companyName, pipelines.id);
}

/** Deletes those of the ids that are there and visible. Returns how many that were. */
export async function deletePipelines(viewer: Viewer, ids: number[]): Promise<number> {
  const deleted = await transaction(async (tx) =>
    tx
      .delete(pipelines)
      .where(and(inArray(pipelines.id, ids), visibleTo(viewer)))
      .returning({ id: pipelines.id }),
  );
  return deleted.length;
}
