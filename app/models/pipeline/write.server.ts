import { and, eq, inArray, sql } from 'drizzle-orm';
import { db, type Db } from '#db/client';
import { listEntries, type Pipeline, pipelines, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { forbidden, notFound, outdated, unauthorized } from '~/refusal';
import { isInCharge, type Viewer } from '~/models/access';
import { pick } from '~/models/record';
import { checkValues } from '~/models/field/fields.server';
import { lastChanges } from '~/models/history/since.server';
import type { PipelineChanges, PipelineInput } from './schema';
import { PIPELINE_KEYS } from './fields';
import { changePipelines, insertPipelines } from './store.server';
import { whereMerged } from './merged.server';
import { visibleTo } from '~/models/visibility.server';

/** The name of a deal's stage. */
export const stageName = sql<string>`(
  select name from ${listEntries} where ${listEntries}.id = ${pipelines}.stage_id)`;

export const pipelineColumns = {
  id: pipelines.id,
  userId: pipelines.userId,
  user: { email: users.email, firstName: users.firstName },
  group: users.group,
  ...pick(pipelines, PIPELINE_KEYS),
  nextMeetingSetAt: pipelines.nextMeetingSetAt,
  meetingDays: pipelines.meetingDays,
  meetingDueAt: pipelines.meetingDueAt,
  targetFundingAmount: pipelines.targetFundingAmount,
  targetFundingCurrency: pipelines.targetFundingCurrency,
  fields: pipelines.fields,
  stage: stageName,
  stageSince: pipelines.stageSince,
  createdAt: pipelines.createdAt,
  updatedAt: pipelines.updatedAt,
};

export async function findPipeline(viewer: Viewer, id: number) {
  const [pipeline] = await db
    .select({
      ...pipelineColumns,
      version: pipelines.version,
      way: pipelines.way,
      lookAgainOn: pipelines.lookAgainOn,
    })
    .from(pipelines)
    .innerJoin(users, eq(users.id, pipelines.userId))
    .where(and(eq(pipelines.id, id), visibleTo(viewer)));
  return pipeline;
}

/** A deal that the viewer may see, with its owner and version. */
export type SeenDeal = NonNullable<Awaited<ReturnType<typeof findPipeline>>>;

/** Throws 404 if the deal is not visible, as `getPipeline` does. */
export async function checkVisible(viewer: Viewer, id: number): Promise<void> {
  const [seen] = await db
    .select({ id: pipelines.id })
    .from(pipelines)
    .where(and(eq(pipelines.id, id), visibleTo(viewer)));
  if (!seen) throw await notVisible(viewer, id);
}

const notVisible = async (viewer: Viewer, id: number) =>
  notFound('Pipeline not found', await whereMerged(viewer, id));

/** Throws 404 if it is not visible, with where it is if it was merged. */
export async function getPipeline(viewer: Viewer, id: number): Promise<SeenDeal> {
  const pipeline = await findPipeline(viewer, id);
  if (!pipeline) throw await notVisible(viewer, id);
  return pipeline;
}

/**
 * Creates a deal of the viewer and returns its id. A form sent twice with the same `submission`
 * creates one deal. Throws 401 if the viewer has been deleted, and 400 for wrong own fields.
 */
export async function createPipeline(
  viewer: Viewer,
  input: PipelineInput,
  submission?: string,
  scoreReason?: string | null,
): Promise<number> {
  return transaction(async (tx) => {
    if (!(await tx.$count(users, eq(users.id, viewer.id)))) throw unauthorized();
    const sent = await findSent(viewer, submission, tx);
    if (sent) return sent.id;
    const fields = await checkValues(tx, input.fields);
    const [id] = await insertPipelines(tx, viewer, [
      { input: { ...input, fields }, submission, scoreReason, userId: viewer.id },
    ]);
    return id!;
  });
}

/** The deal that the same form has created already. */
export async function findSent(viewer: Viewer, submission: string | undefined, from: Db = db) {
  if (!submission) return undefined;
  const [sent] = await from
    .select({ id: pipelines.id })
    .from(pipelines)
    .where(and(eq(pipelines.submission, submission), eq(pipelines.userId, viewer.id)));
  return sent;
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

/** The same for what its owner and staff alone may do: throws 403 for a colleague on it. */
export async function lockInCharge(tx: Db, viewer: Viewer, id: number, message?: string) {
  const pipeline = await lockPipeline(tx, viewer, id);
  if (!isInCharge(viewer, pipeline)) throw forbidden(message);
  return pipeline;
}

export interface ScoreChange {
  /** The score that the page showed. */
  seenScore?: number | null;
  /** Kept in the history, if the score changes. */
  scoreReason?: string | null;
}

/**
 * Changes the given keys. Throws 404 if the deal is not visible, and 412 if `version` is outdated
 * (rule 3.19) or the score is neither `seenScore` nor the new one; 400 for too many industries and wrong own fields.
 */
export async function updatePipeline(
  viewer: Viewer,
  id: number,
  changes: PipelineChanges,
  version?: number,
  { seenScore, scoreReason }: ScoreChange = {},
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
      throw outdated(await scoreChanged(before));
    const fields = changes.fields && (await checkValues(tx, changes.fields, before.fields));
    const checked = { ...changes, ...(fields && { fields }) };
    await changePipelines(tx, viewer, [{ before, changes: checked, scoreReason }]);
  });
}

async function scoreChanged({ id, evaluationScore }: Pipeline): Promise<string> {
  const changes = await lastChanges('pipeline', id, ['evaluationScore']);
  const who = changes.get('evaluationScore')?.by ?? 'Someone else';
  return evaluationScore === null
    ? `${who} has cleared it in the meantime.`
    : `${who} has changed it to ${evaluationScore.toFixed(1)} in the meantime.`;
}

export async function findPipelines(viewer: Viewer, ids: number[]) {
  return db
    .select({
      id: pipelines.id,
      companyName: pipelines.companyName,
      owner: { email: users.email, firstName: users.firstName },
    })
    .from(pipelines)
    .innerJoin(users, eq(users.id, pipelines.userId))
    .where(and(inArray(pipelines.id, ids), visibleTo(viewer)))
    .orderBy(pipelines.companyName, pipelines.id);
}
