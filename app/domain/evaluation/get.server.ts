import { eq } from 'drizzle-orm';
import { db } from '#db/client';
import { type Evaluation, evaluations } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { assertDealReadable } from '~/domain/deal/get.server';
import { notFound } from '~/errors';

export async function findEvaluation(
  viewer: Viewer,
  dealId: number,
): Promise<Evaluation | undefined> {
  await assertDealReadable(viewer, dealId);
  const [evaluation] = await db.select().from(evaluations).where(eq(evaluations.dealId, dealId));
  return evaluation;
}

export async function getEvaluation(viewer: Viewer, dealId: number): Promise<Evaluation> {
  const evaluation = await findEvaluation(viewer, dealId);
  if (!evaluation) throw notFound('This pipeline has not been evaluated yet');
  return evaluation;
}
