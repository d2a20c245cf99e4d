import { recordOf } from '~/models/record';
import type { Locale } from '~/models/dates';
import type { Viewer } from '~/models/access';
import { attempt } from '~/refusal.server';
import { changesSince, latestChange } from '~/models/history/since.server';
import { alsoChanged, merge, type Merged, readMergeBase } from '~/models/merge';
import { PIPELINE_FORM_LABELS } from './labels';
import { PIPELINE_KEYS, type PipelineKey } from './fields';
import type { PipelineInput } from './schema';
import { getPipeline, updatePipeline } from './write.server';

/** Edits of one deal by several people (rule 3.19). */

export type PipelineValues = Partial<Record<PipelineKey, string | string[] | null>>;

type Stored = Required<PipelineInput>;

function typed(value: PipelineInput[PipelineKey] | undefined): string | string[] | null {
  if (typeof value === 'string') return value.replace(/\r\n?/g, '\n');
  return typeof value === 'number' ? String(value) : (value ?? null);
}

export function formValues(stored: Stored): PipelineValues {
  return recordOf(PIPELINE_KEYS, (field) => typed(stored[field]));
}

/** In alphabetical order, as the form sends a list in the order of its boxes. */
function text(value: unknown): string {
  const shown = typed(value as PipelineInput[PipelineKey]);
  return Array.isArray(shown) ? shown.toSorted().join(', ') : (shown ?? '');
}

/** What is ticked, with what was stored first and in its order. */
function inStoredOrder(ticked: string[], stored: string[]): string[] {
  const kept = stored.filter((value) => ticked.includes(value));
  return [...kept, ...ticked.filter((value) => !stored.includes(value))];
}

/**
 * Stores what the user has changed in the form, unless that clashes with what others have stored
 * since it was opened. Throws 404 if the deal is not visible.
 */
export async function mergePipeline(
  viewer: Viewer,
  id: number,
  form: FormData,
  input: PipelineInput,
  locale: Locale,
): Promise<Merged> {
  const stored = await getPipeline(viewer, id);
  const seen = await latestChange('pipeline', id);
  const base = await readMergeBase(
    form,
    (version) => version === stored.version,
    (change) => changesSince(viewer, 'pipeline', id, change),
  );
  const industries = input.industries && inStoredOrder(input.industries, stored.industries);
  const ordered = { ...input, ...(industries && { industries }) };
  const merged = merge({ typed: ordered, stored, text, locale, ...base });
  const { changes, clashes, theirs } = merged;
  if (merged.isUndecided)
    return { conflict: { version: stored.version, seen, clashes }, alsoChanged: '' };
  const { refused } = await attempt(() => updatePipeline(viewer, id, changes, stored.version));
  // Somebody was faster: merge with that, too.
  if (refused?.status === 412) return mergePipeline(viewer, id, form, input, locale);
  if (refused) throw refused.answer;
  return { alsoChanged: alsoChanged(theirs, PIPELINE_FORM_LABELS) };
}
