import { and, desc, eq, gte, inArray, lt, lte, ne, notExists, or, type SQL } from 'drizzle-orm';
import { db, type Db } from '#db/client';
import { searchTextOf } from '#db/fold';
import { upsertRows } from '#db/insert';
import { type Evaluation, evaluations, type Pipeline, pipelines } from '#db/schema';
import { transaction } from '#db/transaction';
import { notFound, outdated } from '~/refusal';
import type { Viewer } from '~/models/access';
import { EVALUATION_FIELDS, type Notes, NOTES } from './criteria';
import { EVALUATION_LABELS, evaluationVersion, headerScore, overallScore } from './score';
import { EVALUATION_INPUTS, type EvaluationInput } from './schema';
import { roundScore } from '~/models/score';
import { recordOf } from '~/models/record';
import { evaluationEntry, writeHistory, type Written } from '~/models/history/write.server';
import {
  checkVisible,
  lockPipeline,
  type ScoreChange,
  updatePipeline,
} from '~/models/pipeline/write.server';
import { differences } from '~/models/history/field-value';
import type { Locale } from '~/models/dates';
import type { Merged } from '~/models/history/merge';
import { mergeForm, untilLatest } from '~/models/history/merge.server';
import { visibleTo } from '~/models/visibility.server';

/** Undefined before the first save. Throws 404 if the deal is not visible. */
export async function findEvaluation(
  viewer: Viewer,
  pipelineId: number,
): Promise<Evaluation | undefined> {
  await checkVisible(viewer, pipelineId);
  const [evaluation] = await db
    .select()
    .from(evaluations)
    .where(eq(evaluations.pipelineId, pipelineId));
  return evaluation;
}

/** Throws 404 if there is none or the deal is not visible. */
export async function getEvaluation(viewer: Viewer, pipelineId: number): Promise<Evaluation> {
  const evaluation = await findEvaluation(viewer, pipelineId);
  if (!evaluation) throw notFound('This pipeline has not been evaluated yet');
  return evaluation;
}

const NO_VALUES = recordOf(EVALUATION_INPUTS, () => null);

const SAVED_MEANWHILE = 'Someone else has saved this evaluation in the meantime.';

/** Replaces the whole evaluation: a missing field becomes null. See `updateEvaluation`. */
export async function saveEvaluation(
  viewer: Viewer,
  pipelineId: number,
  input: EvaluationInput,
  version?: number,
): Promise<Evaluation> {
  return updateEvaluation(viewer, pipelineId, { ...NO_VALUES, ...input }, version);
}

/**
 * Changes the given scores and notes; the first save leaves the others null. Also sets the deal's
 * Last Updated, but not its score. Throws 404 when the deal is not visible, and 412 when `version`
 * (see `evaluationVersion`) is given and is not the stored one.
 */
export async function updateEvaluation(
  viewer: Viewer,
  pipelineId: number,
  changes: EvaluationInput,
  version?: number,
): Promise<Evaluation> {
  return transaction(async (tx) => {
    const deal = await lockPipeline(tx, viewer, pipelineId);
    const [before] = await tx
      .select()
      .from(evaluations)
      .where(eq(evaluations.pipelineId, pipelineId));
    if (version !== undefined && version !== evaluationVersion(before))
      throw outdated(SAVED_MEANWHILE);
    const [saved] = await storeEvaluations(tx, viewer, [{ deal, before, changes }]);
    return saved!;
  });
}

export interface EvaluationEdit {
  deal: Pick<Pipeline, 'id' | 'companyName'>;
  /** Undefined if there is none yet. */
  before: Evaluation | undefined;
  changes: EvaluationInput;
}

const COLUMNS = [
  'pipelineId',
  ...EVALUATION_INPUTS,
  'overallScore',
  'searchText',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof Evaluation)[];

/** The notes as they are searched. */
export function evaluationText(evaluation: Pick<Evaluation, Notes>): string {
  return searchTextOf(...NOTES.map((key) => evaluation[key]));
}

/** Changes or makes evaluations with their history, and sets the deals' Last Updated. */
export async function storeEvaluations(
  tx: Db,
  viewer: Viewer,
  edits: EvaluationEdit[],
  written: Written = {},
): Promise<Evaluation[]> {
  const writtenAt = written.at?.getTime() ?? Date.now();
  // Two saves within a millisecond must differ in version.
  const versions = edits.map(({ before }) => evaluationVersion(before) + 1);
  const now = new Date(Math.max(writtenAt, ...versions));
  const saved = edits.map((edit) => changed(edit, now));
  await upsertRows(tx, evaluations, evaluations.pipelineId, COLUMNS, saved);
  const ids = edits.map(({ deal }) => deal.id);
  await tx.update(pipelines).set({ updatedAt: now }).where(inArray(pipelines.id, ids));
  const entries = edits.flatMap(({ deal, before }, n) => {
    const fields = differences(EVALUATION_FIELDS, before ?? {}, saved[n]!);
    const act = before ? 'changed' : 'created';
    return Object.keys(fields).length ? [evaluationEntry(deal, act, fields)] : [];
  });
  await writeHistory(tx, viewer, entries, written);
  return saved;
}

function changed({ deal, before, changes }: EvaluationEdit, now: Date): Evaluation {
  const stored = before ?? { ...NO_VALUES, pipelineId: deal.id, createdAt: now };
  const values = { ...stored, ...changes } as Evaluation;
  const searchText = evaluationText(values);
  return { ...values, searchText, overallScore: overallScore(values), updatedAt: now };
}

/**
 * 'Use as deal score' (rule 6.10): stores the header's score as the deal's. Throws 404 if there is
 * no evaluation, and 412 if `version` or `seenScore` (see `updatePipeline`) is outdated.
 */
export async function adoptHeaderScore(
  viewer: Viewer,
  pipelineId: number,
  version?: number,
  change: ScoreChange = {},
): Promise<void> {
  const evaluation = await getEvaluation(viewer, pipelineId);
  if (version !== undefined && version !== evaluationVersion(evaluation))
    throw outdated(SAVED_MEANWHILE);
  await updatePipeline(
    viewer,
    pipelineId,
    { evaluationScore: roundScore(headerScore(evaluation)) },
    undefined,
    change,
  );
}

/**
 * Stores what the user has changed in the form, unless that clashes with what others have stored
 * since it was opened (rule 7.17). Throws 404 if the deal is not visible.
 */
export async function mergeEvaluation(
  viewer: Viewer,
  id: number,
  form: FormData,
  input: EvaluationInput,
  locale: Locale,
): Promise<Merged> {
  const target = { subject: 'evaluation', labels: EVALUATION_LABELS, id } as const;
  return untilLatest(async () => {
    const evaluation = await findEvaluation(viewer, id);
    const version = evaluationVersion(evaluation);
    const stored = evaluation ?? NO_VALUES;
    const merged = await mergeForm(viewer, form, input, { ...target, stored, version }, locale);
    const { changes, isLatest, conflict, alsoChanged } = merged;
    const isToStore = !evaluation || Object.keys(changes).length > 0 || isLatest;
    if (!conflict && isToStore) await updateEvaluation(viewer, id, changes, version);
    return { conflict, alsoChanged };
  });
}

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
  const [deal] = await db.select().from(near).where(notExists(evaluated)).limit(1);
  return deal;
}
