import { and, desc, eq, gte, lt, lte, ne, notExists, or, type SQL } from 'drizzle-orm';
import { db } from '#db/client';
import { evaluations, type Pipeline, pipelines } from '#db/schema';
import type { Viewer } from '~/models/access';
import { visibleTo } from '~/models/visibility.server';

/** Deals that are searched each way: among 100,000 evaluated ones a search took 46 ms. */
const SEARCHED = 1_000;

/**
 * The visible deal without an evaluation that follows this one in the list, newest first, and after
 * the oldest the newest (rule 7.20). Undefined if the nearest thousand each way are evaluated.
 */
export async function nextToEvaluate(
  viewer: Viewer,
  { id, createdAt }: Pick<Pipeline, 'id' | 'createdAt'>,
): Promise<{ id: number; companyName: string } | undefined> {
  const older = and(
    lte(pipelines.createdAt, createdAt),
    or(lt(pipelines.createdAt, createdAt), lt(pipelines.id, id)),
  );
  const newer = and(gte(pipelines.createdAt, createdAt), ne(pipelines.id, id));
  return (await newest(viewer, older)) ?? newest(viewer, newer);
}

async function newest(viewer: Viewer, where: SQL | undefined) {
  const near = db
    .select({ id: pipelines.id, companyName: pipelines.companyName })
    .from(pipelines)
    .where(and(visibleTo(viewer), where))
    .orderBy(desc(pipelines.createdAt), desc(pipelines.id))
    .limit(SEARCHED)
    .as('near');
  const evaluated = db
    .select({ id: evaluations.pipelineId })
    .from(evaluations)
    .where(eq(evaluations.pipelineId, near.id));
  const [found] = await db.select().from(near).where(notExists(evaluated)).limit(1);
  return found;
}
