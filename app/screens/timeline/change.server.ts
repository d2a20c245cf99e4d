import type { Change, ChangedFields, FieldValue } from '#db/schema';
import type { Viewer } from '~/models/access';
import { type OwnWords, ownWords } from '~/models/field/fields.server';
import { formatDateTime, type Locale } from '~/models/dates';
import { isSameValue } from '~/models/history/field-value';
import { type People, peopleIn, type Person } from '~/models/history/people.server';
import { isPipelineKey, valueLabel } from '~/models/pipeline/fields';
import { truncated } from '~/models/text';
import { type ImportMentions, importsIn } from '~/models/timeline/imports.server';
import { fieldLabel, ITEM_FIELDS } from '~/models/timeline/labels';

/** A change of the history as screens show it. */

/** A field's value as text; empty for none. */
export function shownValue(field: string, value: FieldValue, own?: OwnWords): string {
  const text = own?.text(field, value);
  if (text !== undefined) return text;
  if (value === null || value === '') return '';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' ? value.toFixed(1) : valueLabel(field, value as string);
}

/** The most characters of a value in a list, and of all values of one change. */
const SHOWN = 160;
const SHOWN_OF_CHANGE = 4_000;

export function cut(value: string, most: number): string {
  return value.length > most ? `${truncated(value, most)}…` : value;
}

/** A change in a list: long values are cut. With the deal as it is `now`, what can be restored. */
export function changeView(change: Change, shownWith: Shown, now?: Record<string, unknown>) {
  const { subject, act } = change;
  const changed = Object.entries(change.fields);
  const most = Math.min(SHOWN, Math.floor(SHOWN_OF_CHANGE / (2 * changed.length || 1)));
  const whole = viewOf(change, shownWith);
  const isCut = whole.fields.some(({ from, to }) => from.length > most || to.length > most);
  const fields = whole.fields.map(({ from, to, ...field }, n) => ({
    ...field,
    from: cut(from, most),
    to: cut(to, most),
    restorable:
      (now && isRestorable(changed[n]!, { subject, act }, now, shownWith.own)) || undefined,
  }));
  return { ...whole, fields, isCut: isCut || undefined };
}
export type ChangeView = ReturnType<typeof changeView>;

function isRestorable(
  [field, [from]]: [string, ChangedFields[string]],
  { subject, act }: Pick<Change, 'subject' | 'act'>,
  now: Record<string, unknown>,
  own: OwnWords,
): boolean {
  const isKnown = isPipelineKey(field) || own.active.includes(field);
  const isField = subject === 'pipeline' && act === 'changed' && isKnown;
  return isField && !isSameValue(now[field], from);
}

export async function wholeChangeView(viewer: Viewer, change: Change, locale: Locale) {
  return viewOf(change, await shownWith(viewer, [change], locale));
}

/** Names and labels of what a list of changes mentions. */
export interface Shown {
  people: People;
  imports: ImportMentions;
  locale: Locale;
  own: OwnWords;
}

export async function shownWith(viewer: Viewer, changes: Change[], locale: Locale): Promise<Shown> {
  const [people, imports, own] = await Promise.all([
    peopleIn(changes),
    importsIn(viewer, changes),
    ownWords(),
  ]);
  return { people, imports, locale, own };
}

/** A change as it is shown: people by name where they still exist, else as it is stored: by email. */
export function viewOf(change: Change, { people, imports, locale, own }: Shown) {
  const { id, subject, subjectId, subjectName, act } = change;
  const shown = (field: string, value: FieldValue) => {
    const isPerson = field === 'owner' || field === 'person';
    const owner = isPerson && typeof value === 'string' ? people(value) : undefined;
    if (!owner) return shownValue(field, value, own);
    return owner.email ? `${owner.name} (${owner.email})` : owner.name;
  };
  const changed = Object.entries(change.fields).filter(([field]) => !ITEM_FIELDS.includes(field));
  const fields = changed.map(([field, [from, to]]) => ({
    field,
    label: fieldLabel(field, own.labels),
    from: shown(field, from),
    to: shown(field, to),
  }));
  return {
    id,
    at: formatDateTime(change.at, locale),
    who: actorOf(change, people),
    import: imports(change),
    subject,
    subjectId,
    about: (subject === 'account' && people(subjectId)) || { name: subjectName },
    act,
    merge: mergeActOf(change),
    /** Which of the deal's contacts or tasks it is about. */
    item: itemOf(change),
    fields,
    reason: change.reason ?? undefined,
  };
}

export function itemOf({ fields }: Change): string | undefined {
  return ITEM_FIELDS.map((field) => fields[field]?.[0])
    .find(Boolean)
    ?.toString();
}
export type WholeChangeView = ReturnType<typeof viewOf>;

/** Says whether a change of either deal merged the two or split them. */
function mergeActOf({ fields }: Change): 'merged' | 'split' | undefined {
  const pair = fields.mergedInto ?? fields.mergedWith;
  return pair && (pair[1] ? 'merged' : 'split');
}

export function actorOf({ actorId, actorEmail }: Change, people: People): Person {
  return people(actorId) ?? { name: actorEmail ?? 'Deal Pipeline' };
}
