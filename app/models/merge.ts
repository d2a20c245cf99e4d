import { type Locale, formatDateTime } from './dates';
import type { NamedChange } from './history/since.server';

/** A field that two people changed to different values; `saved` says who else and when. */
export interface Clash {
  field: string;
  mine: string;
  theirs: string;
  saved?: string;
}

export interface Merged {
  conflict?: { version: number; seen: number; clashes: Clash[] };
  alsoChanged: string;
}

export type Choice = 'mine' | 'theirs' | undefined;

interface Merge<Field extends string, Input> {
  locale: Locale;
  typed: Input;
  stored: Record<Field, unknown>;
  /** The changes since the form was opened, oldest first; undefined if that is not known. */
  since: NamedChange[] | undefined;
  text: (value: unknown) => string;
  /** What the user chose for a field whose latest change is this. */
  chosen: (field: Field, change: NamedChange | undefined) => Choice;
}

/**
 * Merges a form with what others changed since it was opened (rule 3.19). `changes` is what to
 * store, `theirs` the fields that only others changed, `clashes` what the user has yet to decide.
 */
export function merge<Field extends string, Input extends Partial<Record<Field, unknown>>>({
  typed,
  stored,
  since,
  text,
  chosen,
  locale,
}: Merge<Field, Input>) {
  const changes: Partial<Input> = {};
  const clashes: Clash[] = [];
  const theirs: { field: Field; by: string }[] = [];
  for (const field of Object.keys(typed) as (Field & keyof Input)[]) {
    const touching = since?.filter((change) => field in change.fields) ?? [];
    const latest = touching.at(-1);
    const current = text(stored[field]);
    const mine = text(typed[field]);
    const opened = touching[0] ? text(touching[0].fields[field]![0]) : current;
    if (mine === current) continue;
    if (since && mine === opened) {
      theirs.push({ field, by: latest!.by });
      continue;
    }
    const isMineOnly = since !== undefined && opened === current;
    const choice = chosen(field, latest) ?? (isMineOnly ? 'mine' : undefined);
    if (choice === 'mine') changes[field] = typed[field];
    const saved = latest && `${latest.by}, ${formatDateTime(latest.at, locale)}`;
    if (!choice) clashes.push({ field, mine, theirs: current, saved });
  }
  return { changes, clashes, theirs };
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
        .filter((one) => one.by === by)
        .map(({ field }) => labels[field] ?? field);
      return `. Also changed meanwhile by ${by}: ${fields.join(', ')}`;
    })
    .join('');
}

/** The fields of a form by which `readMergeBase` knows what it was opened with. */
export const MERGE_FIELDS = ['version', 'opened', 'seen'] as const;

/**
 * Reads from a posted form what others changed since it was opened, and what the user chose.
 * `opened` is the latest change when the form was opened, `seen` when the choices were offered; a
 * form without them is compared by `version`.
 */
export async function readMergeBase(
  form: FormData,
  isVersion: (version: number) => boolean,
  changesSince: (change: number) => Promise<NamedChange[]>,
) {
  const number = (name: (typeof MERGE_FIELDS)[number]) =>
    /^\d{1,15}$/.test(String(form.get(name) ?? '')) ? Number(form.get(name)) : undefined;
  const [version, opened, seen] = [number('version'), number('opened'), number('seen') ?? 0];
  const isLatest = version !== undefined && isVersion(version);
  const since = opened !== undefined ? await changesSince(opened) : isLatest ? [] : undefined;
  const chosen = (field: string, change: NamedChange | undefined): Choice => {
    const choice = form.get(`take-${field}`);
    const isKnown = since !== undefined && (change?.id ?? 0) <= seen;
    return isKnown && (choice === 'mine' || choice === 'theirs') ? choice : undefined;
  };
  return { since, chosen, isLatest };
}
