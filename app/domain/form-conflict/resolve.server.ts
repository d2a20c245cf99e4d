import type { FieldValue } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { formatDateTime } from '~/domain/date/format';
import { type Locale } from '~/domain/date/locale';
import {
  type FieldChange,
  findChangesSince,
  findLatestChangeId,
} from '~/domain/history/field-changes.server';
import { normalizeLineEnds } from '~/domain/history/field-value';
import { catchDomainError } from '~/result.server';
import { type FieldChoice, type FieldConflict, FORM_BASE_FIELDS } from './conflict';

type FieldValues<Field extends string> = Partial<Record<Field, unknown>>;

interface FormTarget<Field extends string> {
  subject: 'pipeline' | 'evaluation';
  id: number;
  stored: Record<Field, unknown>;
  /** The version that is stored. */
  version: number;
  labels: Record<string, string>;
  own?: FormatCustomValue;
}

/** How custom fields say a value; undefined for others. */
type FormatCustomValue = (field: string, value: FieldValue) => string | undefined;

/**
 * Merges a posted form of a deal or its evaluation with what others have stored since it was opened
 * (rule 3.19). Either `conflict` is what the user has to choose, or `changes` what to store, and
 * `alsoChanged` what to tell. `isLatest` if nobody has stored anything since.
 */
export async function resolveForm<Field extends string, Input extends FieldValues<Field>>(
  viewer: Viewer,
  form: FormData,
  typed: Input,
  target: FormTarget<Field>,
  locale: Locale,
) {
  const { subject, id, stored, version, labels, own } = target;
  const seen = await findLatestChangeId(subject, id);
  const sent = FORM_BASE_FIELDS.map((name) => String(form.get(name) ?? ''));
  const numbers = sent.map((value) => (/^\d{1,15}$/.test(value) ? Number(value) : undefined));
  const [openedVersion, opened, chosenAt = 0] = numbers;
  const isLatest = openedVersion === version;
  const fields = listDifferingFields(typed, stored, own);
  const since = await findChangesSinceOpened(viewer, target, fields, { opened, isLatest });
  const chosen = (field: Field): FieldChoice => {
    const decidedOn = since ? (since.get(field)?.id ?? 0) : seen;
    if (decidedOn > chosenAt) return {};
    const choice = form.get(`take-${field}`);
    if (choice === 'mine' || choice === 'theirs') return { choice };
    return form.has('seen') ? { isMissing: true } : {};
  };
  const merged = resolveFields({ typed, stored, since, chosen, locale, own });
  const { changes, clashes, theirs, isUndecided } = merged;
  const isUnknown = (opened !== undefined && since === undefined) || undefined;
  const conflict = { version, seen, clashes, isUnknown };
  return {
    changes,
    isLatest,
    conflict: isUndecided ? conflict : undefined,
    alsoChanged: isUndecided ? '' : formatAlsoChanged(theirs, labels),
  };
}

interface OpenedForm {
  /** The latest change when the form was opened, if the form says so. */
  opened: number | undefined;
  isLatest: boolean;
}

/** Undefined if it is not known what was changed since the form was opened. */
async function findChangesSinceOpened(
  viewer: Viewer,
  { subject, id }: Pick<FormTarget<string>, 'subject' | 'id'>,
  fields: string[],
  { opened, isLatest }: OpenedForm,
) {
  if (opened === undefined) return isLatest ? new Map<string, FieldChange>() : undefined;
  return findChangesSince(viewer, { subject, pipelineId: id, after: opened }, fields);
}

interface ResolveInput<Field extends string, Input> {
  locale: Locale;
  own?: FormatCustomValue;
  typed: Input;
  stored: Record<Field, unknown>;
  /** The changes since the form was opened, by field; undefined if they are not known. */
  since: Map<string, FieldChange> | undefined;
  /** What the user chose for a field, if they were asked. */
  chosen: (field: Field) => FieldChoice;
}

/** Lists in alphabetical order, as a form sends them in the order of its boxes. */
function formatValue(value: unknown): string {
  if (Array.isArray(value)) return value.toSorted().join(', ');
  return typeof value === 'number' ? value.toFixed(1) : normalizeLineEnds(String(value ?? ''));
}

function normalizeText(field: string, value: unknown, own: FormatCustomValue | undefined): string {
  return normalizeLineEnds(own?.(field, (value ?? null) as FieldValue) ?? formatValue(value));
}

/** The typed fields whose values are not the stored ones. */
export function listDifferingFields<Field extends string, Input extends FieldValues<Field>>(
  typed: Input,
  stored: Record<Field, unknown>,
  own: FormatCustomValue | undefined,
): (Field & keyof Input)[] {
  const fields = Object.keys(typed) as (Field & keyof Input)[];
  return fields.filter(
    (field) => normalizeText(field, typed[field], own) !== normalizeText(field, stored[field], own),
  );
}

/**
 * Merges a form with what others changed since it was opened (rule 3.19). `changes` is what to
 * store, `theirs` the fields that only others changed, `clashes` what both changed; `isUndecided` if
 * the user has yet to choose. A field that the viewer changed last is theirs to change again.
 */
export function resolveFields<Field extends string, Input extends FieldValues<Field>>({
  typed,
  stored,
  since,
  chosen,
  locale,
  own,
}: ResolveInput<Field, Input>) {
  const changes: Partial<Input> = {};
  const clashes: FieldConflict[] = [];
  const theirs: { field: Field; by: string }[] = [];
  for (const field of listDifferingFields(typed, stored, own)) {
    const change = since?.get(field);
    const current = normalizeText(field, stored[field], own);
    const mine = normalizeText(field, typed[field], own);
    const opened = change ? normalizeText(field, change.from, own) : current;
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
function formatAlsoChanged(
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
export async function retryWhenOutdated<T>(work: () => Promise<T>): Promise<T> {
  const { value, refused } = await catchDomainError(work);
  if (refused?.status === 412) return retryWhenOutdated(work);
  if (refused) throw refused;
  return value;
}
