import { and, eq, inArray, sql } from 'drizzle-orm';
import { db, type Db } from '#db/client';
import { type Pipeline, pipelines, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { invalid, notFound, outdated, unauthorized } from '~/refusal.server';
import type { Viewer } from '~/models/access';
import { pipelineDifferences } from '~/models/history/fields';
import { pipelineEntry, writeHistory } from '~/models/history/write.server';
import { MAX_INDUSTRIES } from './fields';
import { derived } from './derived';
import { type PipelineChanges, type PipelineInput, tooMany } from './schema';
import { pipelineColumns } from './list.server';
import { discardPipelines } from '~/models/history/trash.server';
import { visibleTo } from '~/models/visibility.server';

export async function findPipeline(viewer: Viewer, id: number) {
  const [pipeline] = await db
    .select({ ...pipelineColumns, version: pipelines.version })
    .from(pipelines)
    .innerJoin(users, eq(users.id, pipelines.userId))
    .where(and(eq(pipelines.id, id), visibleTo(viewer)));
  return pipeline;
}

/** A deal with its owner and version. Throws 404 if it is not visible. */
export async function getPipeline(viewer: Viewer, id: number) {
  const pipeline = await findPipeline(viewer, id);
  if (!pipeline) throw notFound('Pipeline not found');
  return pipeline;
}

/**
 * Creates a deal of the viewer and returns its id. A form sent twice with the same `submission`
 * creates one deal. Throws 401 if the viewer has been deleted.
 */
export async function createPipeline(
  viewer: Viewer,
  input: PipelineInput,
  submission?: string,
): Promise<number> {
  const now = new Date();
  return transaction(async (tx) => {
    if (!(await tx.$count(users, eq(users.id, viewer.id)))) throw unauthorized();
    const [sent] = submission
      ? await tx
          .select({ id: pipelines.id })
          .from(pipelines)
          .where(and(eq(pipelines.submission, submission), eq(pipelines.userId, viewer.id)))
      : [];
    if (sent) return sent.id;
    const [row] = await tx
      .insert(pipelines)
      .values({
        ...input,
        ...derived(input),
        submission,
        userId: viewer.id,
        createdAt: now,
        updatedAt: now,
      })
      .returning({ id: pipelines.id });
    await writeHistory(tx, viewer, [
      pipelineEntry(
        { id: row!.id, companyName: input.companyName },
        'created',
        pipelineDifferences({}, input),
      ),
    ]);
    return row!.id;
  });
}

/** Reads a deal for an edit within a transaction. Throws 404 if it is not visible. */
export async function lockPipeline(tx: Db, viewer: Viewer, id: number): Promise<Pipeline> {
  const [pipeline] = await tx
    .select()
    .from(pipelines)
    .where(and(eq(pipelines.id, id), visibleTo(viewer)));
  if (!pipeline) throw notFound('Pipeline not found');
  return pipeline;
}

/**
 * Changes the given keys. Throws 404 if the deal is not visible, and 412 if `version` is outdated
 * (rule 3.19) or the score is neither `seenScore` nor the new one; 400 for too many industries.
 */
export async function updatePipeline(
  viewer: Viewer,
  id: number,
  changes: PipelineChanges,
  version?: number,
  seenScore?: number | null,
): Promise<void> {
  await transaction(async (tx) => {
    const before = await lockPipeline(tx, viewer, id);
    if (version !== undefined && version !== before.version)
      throw outdated('Someone else has changed this deal in the meantime.');
    if (
      seenScore !== undefined &&
      before.evaluationScore !== seenScore &&
      before.evaluationScore !== changes.evaluationScore
    )
      throw outdated(scoreChanged(before));
    checkIndustries(before, changes);
    await tx
      .update(pipelines)
      .set({
        ...changes,
        ...derived({ ...before, ...changes }),
        version: sql`${pipelines.version} + 1`,
        updatedAt: new Date(),
      })
      .where(eq(pipelines.id, id));
    const fields = pipelineDifferences(before, { ...before, ...changes });
    if (Object.keys(fields).length)
      await writeHistory(tx, viewer, [pipelineEntry({ ...before, ...changes }, 'changed', fields)]);
  });
}

/** Throws 400 if the list of industries is longer than 50 and than before. */
function checkIndustries(before: Pipeline, { industries = [] }: PipelineChanges): void {
  const most = Math.max(MAX_INDUSTRIES, before.industries.length);
  if (industries.length > most) throw invalid([{ path: 'industries', message: tooMany(most) }]);
}

function scoreChanged({ evaluationScore }: Pick<Pipeline, 'evaluationScore'>): string {
  return evaluationScore === null
    ? 'Someone else has cleared it in the meantime.'
    : `Someone else has changed it to ${evaluationScore.toFixed(1)} in the meantime.`;
}

/** Moves a deal to the trash and returns the id of its entry. Throws 404 if it is not visible. */
export async function deletePipeline(viewer: Viewer, id: number): Promise<number> {
  const [entry] = await transaction(async (tx) =>
    discardPipelines(tx, viewer, [await lockPipeline(tx, viewer, id)]),
  );
  return entry!;
}

export async function findPipelines(viewer: Viewer, ids: number[]) {
  return db
    .select({
      id: pipelines.id,
      companyName: pipelines.companyName,
      owner: { firstName: users.firstName, email: users.email },
    })
    .from(pipelines)
    .innerJoin(users, eq(users.id, pipelines.userId))
    .where(and(inArray(pipelines.id, ids), visibleTo(viewer)))
    .orderBy(pipelines.companyName, pipelines.id);
}

/** Moves the visible ones to the trash. Returns the ids of their entries. */
export async function deletePipelines(viewer: Viewer, ids: number[]): Promise<number[]> {
  return transaction(async (tx) => {
    const deals = await tx
      .select()
      .from(pipelines)
      .where(and(inArray(pipelines.id, ids), visibleTo(viewer)));
    return discardPipelines(tx, viewer, deals);
  });
}
