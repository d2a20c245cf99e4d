import type { Viewer } from '~/domain/access';
import type { FormBase, FormConflict, OthersChange } from '~/domain/form-conflict/conflict';
import { resolveForm, retryWhenOutdated } from '~/domain/form-conflict/resolve.server';
import type { Result } from '~/result';
import { findEvaluation } from './get.server';
import type { EvaluationInput } from './schema';
import { EVALUATION_LABELS, getEvaluationVersion } from './score';
import { EMPTY_EVALUATION, updateEvaluation } from './update.server';

/**
 * Stores the user's changes and returns those of others. Fails if they conflict with what others
 * stored since the form was opened (rule 7.17).
 */
export async function updateEvaluationResolvingConflicts(
  viewer: Viewer,
  id: number,
  { base, input }: { base: FormBase; input: EvaluationInput },
): Promise<Result<OthersChange[], FormConflict>> {
  const target = { subject: 'evaluation', labels: EVALUATION_LABELS, id } as const;
  return retryWhenOutdated<Result<OthersChange[], FormConflict>>(async () => {
    const evaluation = await findEvaluation(viewer, id);
    const version = getEvaluationVersion(evaluation);
    const stored = evaluation ?? EMPTY_EVALUATION;
    const resolution = await resolveForm(viewer, base, input, { ...target, stored, version });
    if (!resolution.ok) return resolution;
    const { changes, isLatest, alsoChanged } = resolution.value;
    const isToStore = !evaluation || Object.keys(changes).length > 0 || isLatest;
    if (isToStore) await updateEvaluation(viewer, id, changes, version);
    return { ok: true, value: alsoChanged };
  });
}
