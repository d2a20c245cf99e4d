import { attempt } from '~/attempt.server';
import type { Viewer } from '~/models/access';
import type { Locale } from '~/models/dates';
import type { Merged } from '~/models/history/merge';
import { mergeForm } from '~/models/history/merge.server';
import type { EvaluationInput } from './schema';
import { EVALUATION_LABELS, evaluationVersion } from './score';
import { findEvaluation, NO_VALUES, updateEvaluation } from './write.server';

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
  const evaluation = await findEvaluation(viewer, id);
  const version = evaluationVersion(evaluation);
  const stored = evaluation ?? NO_VALUES;
  const target = { subject: 'evaluation', labels: EVALUATION_LABELS } as const;
  const merged = await mergeForm(viewer, form, input, { ...target, id, stored, version }, locale);
  const { changes, isLatest, conflict, alsoChanged } = merged;
  if (conflict) return { conflict, alsoChanged };
  if (evaluation && !Object.keys(changes).length && !isLatest) return { alsoChanged };
  const { refused } = await attempt(() => updateEvaluation(viewer, id, changes, version));
  // Somebody was faster: merge with that, too.
  if (refused?.status === 412) return mergeEvaluation(viewer, id, form, input, locale);
  if (refused) throw refused;
  return { alsoChanged };
}
