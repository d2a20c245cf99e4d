import type { FieldValue } from '#db/schema';
import type { Viewer } from '~/models/access';
import type { Locale } from '~/models/dates';
import { changesSince, latestChange, type NamedChange } from './since.server';
import { alsoChanged, type Choice, type Chosen, merge, MERGE_FIELDS } from './merge';

interface Target<Field extends string> {
  subject: 'pipeline' | 'evaluation';
  id: number;
  stored: Record<Field, unknown>;
  /** Of what is stored. */
  version: number;
  labels: Record<string, string>;
  own?: (field: string, value: FieldValue) => string | undefined;
}

/**
 * Merges a posted form of a deal or its evaluation with what others have stored since it was opened
 * (rule 3.19). Either `conflict` is what the user has to choose, or `changes` what to store, and
 * `alsoChanged` what to tell. `isLatest` if nobody has stored anything since.
 */
export async function mergeForm<
  Field extends string,
  Input extends Partial<Record<Field, unknown>>,
>(viewer: Viewer, form: FormData, typed: Input, target: Target<Field>, locale: Locale) {
  const { subject, id, stored, version, labels, own } = target;
  const seen = await latestChange(subject, id);
  const sent = MERGE_FIELDS.map((name) => String(form.get(name) ?? ''));
  const numbers = sent.map((value) => (/^\d{1,15}$/.test(value) ? Number(value) : undefined));
  const [openedVersion, opened, chosenAt = 0] = numbers;
  const isLatest = openedVersion === version;
  const since =
    opened !== undefined
      ? await changesSince(viewer, subject, id, opened)
      : isLatest
        ? []
        : undefined;
  const chosen = (field: string, change: NamedChange | undefined): Chosen => {
    if (since === undefined || (change?.id ?? 0) > chosenAt) return {};
    const choice = form.get(`take-${field}`);
    if (choice === 'mine' || choice === 'theirs') return { choice: choice as Choice };
    return form.has('seen') ? { isMissing: true } : {};
  };
  const merged = merge({ typed, stored, since, chosen, locale, own });
  const { changes, clashes, theirs, isUndecided } = merged;
  return {
    changes,
    isLatest,
    conflict: isUndecided ? { version, seen, clashes } : undefined,
    alsoChanged: isUndecided ? '' : alsoChanged(theirs, labels),
  };
}
