import { and, desc, eq, gte, lt, ne, notExists, or, type SQL } from 'drizzle-orm';
import { db } from '#db/client';
import { evaluations, type Pipeline, pipelines } from '#db/schema';
import type { Viewer } from '~/models/access';
import { visibleTo } from '~/models/visibility.server';

/**
 * The visible deal without an evaluation that follows this one in the list, newest first, and after
 * the oldest the newest (rule 7.19). Undefined if every other deal is evaluated.
 */
export async function nextToEvaluate(
  viewer: Viewer,
  { id, createdAt }: Pick<Pipeline, 'id' | 'createdAt'>,
): Promise<{ id: number; companyName: string } | undefined> {
  const older = or(
    lt(pipelines.createdAt, createdAt),
    and(eq(pipelines.createdAt, createdAt), lt(pipelines.id, id)),
  );
  return (
    (await newest(
      viewer,
      and(lt(pipelines.createdAt, new Date(createdAt.getTime() + 1)), older),
    )) ?? newest(viewer, and(gte(pipelines.createdAt, createdAt), ne(pipelines.id, id)))
  );
}

async function newest(viewer: Viewer, where: SQL | undefined) {
  const evaluated = db
    .select({ id: evaluations.pipelineId })
    .from(evaluations)
    .where(eq(evaluations.pipelineId, pipelines.id));
  const [found] = await db
    .select({ id: pipelines.id, companyName: pipelines.companyName })
    .from(pipelines)
    .where(and(visibleTo(viewer), where, notExists(evaluated)))
    .orderBy(desc(pipelines.createdAt), desc(pipelines.id))
    .limit(1);
  return found;
}
