import { eq } from 'drizzle-orm';
import { db } from '#db/client';
import { type Evaluation, evaluations } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { assertDealVisible } from '~/domain/deal/get.server';
import { notFound } from '~/errors';

export async function findEvaluation(
  viewer: Viewer,
  pipelineId: number,
): Promise<Evaluation | undefined> {
  await assertDealVisible(viewer, pipelineId);
  const [evaluation] = await db
    .select()
    .from(evaluations)
    .where(eq(evaluations.pipelineId, pipelineId));
  return evaluation;
}

export async function getEvaluation(viewer: Viewer, pipelineId: number): Promise<Evaluation> {
  const evaluation = await findEvaluation(viewer, pipelineId);
  if (!evaluation) throw notFound('This pipeline has not been evaluated yet');
  return evaluation;
}
