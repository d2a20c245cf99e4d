import type { FieldValue } from '#db/schema';
import { attempt } from '~/attempt.server';
import type { Viewer } from '~/models/access';
import { formatDateTime, type Locale } from '~/models/dates';
import { plainLines } from './field-value';
import { type Chosen, type Clash, MERGE_FIELDS } from './merge';
import { type FieldChange, findChangesSince, latestChange } from './since.server';

type Values<Field extends string> = Partial<Record<Field, unknown>>;

interface Target<Field extends string> {
  subject: 'pipeline' | 'evaluation';
  id: number;
  stored: Record<Field, unknown>;
  /** The version that is stored. */
  version: number;
  labels: Record<string, string>;
  own?: CustomText;
}

/** How custom fields say a value; undefined for others. */
type CustomText = (field: string, value: FieldValue) => string | undefined;

/**
 * Merges a posted form of a deal or its evaluation with what others have stored since it was opened
 * (rule 3.19). Either `conflict` is what the user has to choose, or `changes` what to store, and
 * `alsoChanged` what to tell. `isLatest` if nobody has stored anything since.
 */
export async function mergeForm<Field extends string, Input extends Values<Field>>(
  viewer: Viewer,
  form: FormData,
  typed: Input,
  target: Target<Field>,
  locale: Locale,
) {
  const { subject, id, stored, version, labels, own } = target;
  const seen = await latestChange(subject, id);
  const sent = MERGE_FIELDS.map((name) => String(form.get(name) ?? ''));
  const numbers = sent.map((value) => (/^\d{1,15}$/.test(value) ? Number(value) : undefined));
  const [openedVersion, opened, chosenAt = 0] = numbers;
  const isLatest = openedVersion === version;
  const fields = differingFields(typed, stored, own);
  const since = await readSince(viewer, target, fields, { opened, isLatest });
  const chosen = (field: Field): Chosen => {
    const decidedOn = since ? (since.get(field)?.id ?? 0) : seen;
    if (decidedOn > chosenAt) return {};
    const choice = form.get(`take-${field}`);
    if (choice === 'mine' || choice === 'theirs') return { choice };
    return form.has('seen') ? { isMissing: true } : {};
  };
  const merged = merge({ typed, stored, since, chosen, locale, own });
  const { changes, clashes, theirs, isUndecided } = merged;
  const isUnknown = (opened !== undefined && since === undefined) || undefined;
  const conflict = { version, seen, clashes, isUnknown };
  return {
    changes,
    isLatest,
    conflict: isUndecided ? conflict : undefined,
    alsoChanged: isUndecided ? '' : alsoChanged(theirs, labels),
  };
}

interface Opened {
  /** The latest change when the form was opened, if the form says so. */
  opened: number | undefined;
  isLatest: boolean;
}

/** Undefined if it is not known what was changed since the form was opened. */
async function readSince(
  viewer: Viewer,
  { subject, id }: Pick<Target<string>, 'subject' | 'id'>,
  fields: string[],
  { opened, isLatest }: Opened,
) {
  if (opened === undefined) return isLatest ? new Map<string, FieldChange>() : undefined;
  return findChangesSince(viewer, { subject, pipelineId: id, after: opened }, fields);
}

interface Merge<Field extends string, Input> {
  locale: Locale;
  own?: CustomText;
  typed: Input;
  stored: Record<Field, unknown>;
  /** The changes since the form was opened, by field; undefined if they are not known. */
  since: Map<string, FieldChange> | undefined;
  /** What the user chose for a field, if they were asked. */
  chosen: (field: Field) => Chosen;
}

/** Lists in alphabetical order, as a form sends them in the order of its boxes. */
function text(value: unknown): string {
  if (Array.isArray(value)) return value.toSorted().join(', ');
  return typeof value === 'number' ? value.toFixed(1) : plainLines(String(value ?? ''));
}

function plainText(field: string, value: unknown, own: CustomText | undefined): string {
  return plainLines(own?.(field, (value ?? null) as FieldValue) ?? text(value));
}

/** The typed fields whose values are not the stored ones. */
export function differingFields<Field extends string, Input extends Values<Field>>(
  typed: Input,
  stored: Record<Field, unknown>,
  own: CustomText | undefined,
): (Field & keyof Input)[] {
  const fields = Object.keys(typed) as (Field & keyof Input)[];
  return fields.filter(
    (field) => plainText(field, typed[field], own) !== plainText(field, stored[field], own),
  );
}

/**
 * Merges a form with what others changed since it was opened (rule 3.19). `changes` is what to
 * store, `theirs` the fields that only others changed, `clashes` what both changed; `isUndecided` if
 * the user has yet to choose. A field that the viewer changed last is theirs to change again.
 */
export function merge<Field extends string, Input extends Values<Field>>({
  typed,
  stored,
  since,
  chosen,
  locale,
  own,
}: Merge<Field, Input>) {
  const changes: Partial<Input> = {};
  const clashes: Clash[] = [];
  const theirs: { field: Field; by: string }[] = [];
  for (const field of differingFields(typed, stored, own)) {
    const change = since?.get(field);
    const current = plainText(field, stored[field], own);
    const mine = plainText(field, typed[field], own);
    const opened = change ? plainText(field, change.from, own) : current;
    if (since && mine === opened) {
      if (!change!.isOwn) theirs.push({ field, by: change!.by });
      continue;
    }
    const isMineOnly = change?.isOwn || (since !== undefined && opened === current);
    const decision = chosen(field);
    if (decision.choice === 'mine' || (isMineOnly && !decision.choice))
      changes[field] = typed[field];
    const saved = change && `${change.by}, ${formatDateTime(change.at, locale)}`;
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
