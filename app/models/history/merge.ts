import type { FieldValue } from '#db/schema';
import { type Locale, formatDateTime } from '~/models/dates';
import { plainLines } from './field-value';
import type { NamedChange } from './since.server';

/**
 * A field that two people changed to different values; `saved` says who else and when, `isMissing`
 * that the user was asked already, but has chosen none.
 */
export interface Clash {
  field: string;
  mine: string;
  theirs: string;
  saved?: string;
  choice?: Choice;
  isMissing?: boolean;
}

export interface Merged {
  conflict?: { version: number; seen: number; clashes: Clash[] };
  alsoChanged: string;
}

export type Choice = 'mine' | 'theirs' | undefined;

export type Chosen = Pick<Clash, 'choice' | 'isMissing'>;

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
  const said = (field: string, value: unknown) =>
    plainLines(own?.(field, (value ?? null) as FieldValue) ?? text(value));
  const changes: Partial<Input> = {};
  const clashes: Clash[] = [];
  const theirs: { field: Field; by: string }[] = [];
  for (const field of Object.keys(typed) as (Field & keyof Input)[]) {
    const touching = since?.filter((change) => field in change.fields) ?? [];
    const latest = touching.at(-1);
    const current = said(field, stored[field]);
    const mine = said(field, typed[field]);
    const opened = touching[0] ? said(field, touching[0].fields[field]![0]) : current;
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

/** '. Also changed meanwhile by Ben: Comments, CEO'; empty if nobody changed anything. */
export function alsoChanged(
  theirs: { field: string; by: string }[],
  labels: Record<string, string>,
): string {
  const people = [...new Set(theirs.map(({ by }) => by))];
  return people
    .map((by) => {
      const fields = theirs
        .filter((change) => change.by === by)
        .map(({ field }) => labels[field] ?? field);
      return `. Also changed meanwhile by ${by}: ${fields.join(', ')}`;
    })
    .join('');
}

/**
 * The fields of a form that say what it was opened with: the version, the latest change, and the
 * latest one when the choices were offered. A form without them is compared by its version.
 */
export const MERGE_FIELDS = ['version', 'opened', 'seen'] as const;
