import { eq } from 'drizzle-orm';
import { db, transaction } from '#db/client';
import { type Evaluation, evaluations, pipelines } from '#db/schema';
import { notFound } from '~/http.server';
import type { Viewer } from './access';
import { CRITERIA, NOTES } from './criteria';
import { overallScore } from './evaluation';
import type { EvaluationInput } from './evaluation-schema';
import { getPipeline, lockPipeline } from './pipeline.server';

/** The evaluation of a deal; undefined before the first save. Throws 404 when the deal is not visible. */
export async function findEvaluation(viewer: Viewer, pipelineId: number): Promise<Evaluation | undefined> {
  await getPipeline(viewer, pipelineId);
  const [evaluation] = await db.select().from(evaluations).where(eq(evaluations.pipelineId, pipelineId));
  return evaluation;
}

/** Throws 404 when there is none (clarification 15) or the deal is not visible. */
export async function getEvaluation(viewer: Viewer, pipelineId: number): Promise<Evaluation> {
  const evaluation = await findEvaluation(viewer, pipelineId);
  if (!evaluation) throw notFound('This pipeline has not been evaluated yet');
  return evaluation;
}

const nothing = Object.fromEntries([...CRITERIA.map(({ key }) => key), ...NOTES].map((key) => [key, null]));

/**
 * Overwrites the whole evaluation (spec §4): what is missing from `input` is stored empty. The pipeline's Last Updated
 * follows (clarification 17), its own score does not (clarification 14).
 */
export async function saveEvaluation(viewer: Viewer, pipelineId: number, input: EvaluationInput): Promise<Evaluation> {
  return transaction(async (tx) => {
    await lockPipeline(tx, viewer, pipelineId);
    const now = new Date();
    const values = { ...nothing, ...input, overallScore: overallScore(input), updatedAt: now };
    const [saved] = await tx
      .insert(evaluations)
      .values({ ...values, pipelineId, createdAt: now })
      .onConflictDoUpdate({ target: evaluations.pipelineId, set: values })
      .returning();
    await tx.update(pipelines).set({ updatedAt: now }).where(eq(pipelines.id, pipelineId));
    return saved!;
  });
}
