import type { Viewer } from '~/models/access';
import type { Locale } from '~/models/dates';
import { changesSince, latestChange } from '~/models/history/since.server';
import { alsoChanged, merge, type Merged, readMergeBase } from '~/models/merge';
import { attempt } from '~/attempt.server';
import { CRITERIA, NOTES } from './criteria';
import type { EvaluationInput } from './schema';
import { EVALUATION_LABELS, evaluationVersion } from './score';
import { findEvaluation, updateEvaluation } from './write.server';

const NOTHING = Object.fromEntries(
  [...CRITERIA.map(({ key }) => key), ...NOTES].map((key) => [key, null]),
) as Record<keyof EvaluationInput, null>;

function text(value: unknown): string {
  if (typeof value === 'number') return value.toFixed(1);
  return String(value ?? '').replace(/\r\n?/g, '\n');
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
  const evaluation = await findEvaluation(viewer, id);
  const version = evaluationVersion(evaluation);
  const seen = await latestChange('evaluation', id);
  const base = await readMergeBase(
    form,
    (known) => known === version,
    (change) => changesSince(viewer, 'evaluation', id, change),
  );
  const stored = evaluation ?? NOTHING;
  const merged = merge({ typed: input, stored, text, locale, ...base });
  const { changes, clashes, theirs } = merged;
  if (merged.isUndecided) return { conflict: { version, seen, clashes }, alsoChanged: '' };
  if (evaluation && !Object.keys(changes).length && !base.isLatest)
    return { alsoChanged: alsoChanged(theirs, EVALUATION_LABELS) };
  const { refused } = await attempt(() => updateEvaluation(viewer, id, changes, version));
  // Somebody was faster: merge with that, too.
  if (refused?.status === 412) return mergeEvaluation(viewer, id, form, input, locale);
  if (refused) throw refused;
  return { alsoChanged: alsoChanged(theirs, EVALUATION_LABELS) };
}
