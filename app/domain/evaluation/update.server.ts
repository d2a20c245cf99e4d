import { eq, inArray } from 'drizzle-orm';
import { upsertRows } from '#db/batch-insert';
import type { Db } from '#db/client';
import { buildSearchText } from '#db/fold';
import { type Deal, deals, type Evaluation, evaluations } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { getDealForUpdate } from '~/domain/deal/get.server';
import { diffFields } from '~/domain/history/field-value';
import { evaluationEvent, type Operation, recordHistory } from '~/domain/history/record.server';
import { buildRecord } from '~/domain/record';
import { isCurrentVersion, type SeenVersion } from '~/domain/seen-version';
import { outdated } from '~/errors';
import { type CategoryNotesKey, EVALUATION_FIELDS, NOTES_KEYS } from './criteria';
import { EVALUATION_KEYS, type EvaluationInput } from './schema';
import { computeOverallScore, getEvaluationVersion } from './score';

export const EMPTY_EVALUATION = buildRecord(EVALUATION_KEYS, () => null);

export const SAVED_MEANWHILE = 'Someone else has saved this evaluation in the meantime.';

export async function saveEvaluation(
  viewer: Viewer,
  dealId: number,
  input: EvaluationInput,
  version?: SeenVersion,
): Promise<Evaluation> {
  return updateEvaluation(viewer, dealId, { ...EMPTY_EVALUATION, ...input }, version);
}

/**
 * Changes the given scores and notes; the first save leaves the others null. Also sets the deal's
 * Last Updated, but not its score. Throws 412 if `version` (see `getEvaluationVersion`) is outdated.
 */
export async function updateEvaluation(
  viewer: Viewer,
  dealId: number,
  changes: EvaluationInput,
  version?: SeenVersion,
): Promise<Evaluation> {
  return transaction(async (tx) => {
    const deal = await getDealForUpdate(tx, viewer, dealId);
    const [before] = await tx.select().from(evaluations).where(eq(evaluations.dealId, dealId));
    if (!isCurrentVersion(getEvaluationVersion(before), version)) throw outdated(SAVED_MEANWHILE);
    const [saved] = await upsertEvaluations(tx, viewer, [{ deal, before, changes }]);
    return saved!;
  });
}

export interface EvaluationEdit {
  deal: Pick<Deal, 'id' | 'companyName'>;
  before: Evaluation | undefined;
  changes: EvaluationInput;
}

const EVALUATION_COLUMNS = [
  'dealId',
  ...EVALUATION_KEYS,
  'overallScore',
  'searchText',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof Evaluation)[];

export function buildEvaluationSearchText(evaluation: Pick<Evaluation, CategoryNotesKey>): string {
  return buildSearchText(...NOTES_KEYS.map((key) => evaluation[key]));
}

export async function upsertEvaluations(
  tx: Db,
  viewer: Viewer,
  edits: EvaluationEdit[],
  operation: Operation = {},
): Promise<Evaluation[]> {
  const writtenAt = operation.at?.getTime() ?? Date.now();
  // Two saves within a millisecond must differ in version.
  const versions = edits.map(({ before }) => getEvaluationVersion(before) + 1);
  const now = new Date(Math.max(writtenAt, ...versions));
  const saved = edits.map((edit) => buildEvaluationRow(edit, now));
  await upsertRows(tx, evaluations, saved, {
    target: evaluations.dealId,
    keys: EVALUATION_COLUMNS,
  });
  const ids = edits.map(({ deal }) => deal.id);
  await tx.update(deals).set({ updatedAt: now }).where(inArray(deals.id, ids));
  const events = edits.flatMap(({ deal, before }, n) => {
    const fields = diffFields(EVALUATION_FIELDS, before ?? {}, saved[n]!);
    const kind = before ? 'changed' : 'created';
    return Object.keys(fields).length ? [evaluationEvent(deal, kind, fields)] : [];
  });
  await recordHistory(tx, viewer, events, operation);
  return saved;
}

function buildEvaluationRow({ deal, before, changes }: EvaluationEdit, now: Date): Evaluation {
  const stored = before ?? { ...EMPTY_EVALUATION, dealId: deal.id, createdAt: now };
  const values = { ...stored, ...changes } as Evaluation;
  const searchText = buildEvaluationSearchText(values);
  return { ...values, searchText, overallScore: computeOverallScore(values), updatedAt: now };
}
