import type { FieldValue } from '#db/schema';
import { attempt } from '~/attempt.server';
import type { Viewer } from '~/models/access';
import { formatDateTime, type Locale } from '~/models/dates';
import { plainLines } from './field-value';
import { type Chosen, type Clash, MERGE_FIELDS } from './merge';
import { changesSince, latestChange, type NamedChange } from './since.server';

interface Target<Field extends string> {
  subject: 'pipeline' | 'evaluation';
  id: number;
  stored: Record<Field, unknown>;
  /** The version that is stored. */
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
    if (choice === 'mine' || choice === 'theirs') return { choice };
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

interface Merge<Field extends string, Input> {
  locale: Locale;
  /** How own fields say a value; undefined for others. */
  own?: (field: string, value: FieldValue) => string | undefined;
  typed: Input;
  stored: Record<Field, unknown>;
  /** The changes since the form was opened, oldest first; undefined if that is not known. */
  since: NamedChange[] | undefined;
  /** What the user chose for a field whose latest change is this, if they were asked. */
  chosen: (field: Field, change: NamedChange | undefined) => Chosen;
}

/** Lists in alphabetical order, as a form sends them in the order of its boxes. */
function text(value: unknown): string {
  if (Array.isArray(value)) return value.toSorted().join(', ');
  return typeof value === 'number' ? value.toFixed(1) : plainLines(String(value ?? ''));
}

/**
 * Merges a form with what others changed since it was opened (rule 3.19). `changes` is what to
 * store, `theirs` the fields that only others changed, `clashes` what both changed; `isUndecided` if
 * the user has yet to choose. A field that the viewer changed last is theirs to change again.
 */
export function merge<Field extends string, Input extends Partial<Record<Field, unknown>>>({
  typed,
  stored,
  since,
  chosen,
  locale,
  own,
}: Merge<Field, Input>) {
  const plainText = (field: string, value: unknown) =>
    plainLines(own?.(field, (value ?? null) as FieldValue) ?? text(value));
  const changes: Partial<Input> = {};
  const clashes: Clash[] = [];
  const theirs: { field: Field; by: string }[] = [];
  for (const field of Object.keys(typed) as (Field & keyof Input)[]) {
    const touching = since?.filter((change) => field in change.fields) ?? [];
    const latest = touching.at(-1);
    const current = plainText(field, stored[field]);
    const mine = plainText(field, typed[field]);
    const opened = touching[0] ? plainText(field, touching[0].fields[field]![0]) : current;
    if (mine === current) continue;
    if (since && mine === opened) {
      if (!latest!.isOwn) theirs.push({ field, by: latest!.by });
      continue;
    }
    const isMineOnly = latest?.isOwn || (since !== undefined && opened === current);
    const decision = chosen(field, latest);
    if (decision.choice === 'mine' || (isMineOnly && !decision.choice))
      changes[field] = typed[field];
    const saved = latest && `${latest.by}, ${formatDateTime(latest.at, locale)}`;
    if (!isMineOnly) clashes.push({ field, mine, theirs: current, saved, ...decision });
  }
  return { changes, clashes, theirs, isUndecided: clashes.some(({ choice }) => !choice) };
}

/** '. Also changed in the meantime by Ben: Comments, CEO'; empty if nobody changed anything. */
function alsoChanged(
  theirs: { field: string; by: string }[],
  labels: Record<string, string>,
): string {
  const people = [...new Set(theirs.map(({ by }) => by))];
  return people
    .map((by) => {
      const fields = theirs
        .filter((change) => change.by === by)
        .map(({ field }) => labels[field] ?? field);
      return `. Also changed in the meantime by ${by}: ${fields.join(', ')}`;
    })
    .join('');
}

/** Does work again that was refused because somebody was faster (412). */
export async function untilLatest<T>(work: () => Promise<T>): Promise<T> {
  const { value, refused } = await attempt(work);
  if (refused?.status === 412) return untilLatest(work);
  if (refused) throw refused;
  return value;
}
