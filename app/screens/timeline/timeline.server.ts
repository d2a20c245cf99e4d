import type { Change, ChangedFields, FieldValue } from '#db/schema';
import type { Viewer } from '~/models/access';
import { isInCharge } from '~/models/access';
import { isSameValue } from '~/models/history/field-value';
import { CATEGORIES, EVALUATION_FIELDS } from '~/models/evaluation/criteria';
import { named } from '~/models/field/values';
import { type OwnWords, ownWords } from '~/models/field/words.server';
import { dayBounds, type Locale, formatDate, formatDateTime } from '~/models/dates';
import { ACTS, fieldLabel, ITEM_FIELDS, SUBJECTS } from '~/models/timeline/labels';
import {
  countHistory,
  countPipelineHistory,
  evaluationVersionOf,
  type HistoryQuery,
  listHistory,
  listPipelineHistory,
  MAX_SCORED_CHANGES,
  MAX_SCORES,
  scoreHistory,
} from '~/models/timeline/list.server';
import { type ImportMentions, importsIn } from '~/models/timeline/imports.server';
import { type People, peopleIn, type Person } from '~/models/history/people.server';
import { pageOf } from '~/models/page';
import { isPipelineKey, valueLabel } from '~/models/pipeline/labels';
import { getPipeline } from '~/models/pipeline/write.server';
import { truncated } from '~/models/text';
import { adminStats } from '~/models/user/list.server';
import { fullOwnerName } from '~/models/user/owners.server';

/** Formatted history for a deal's timeline and the admin's history page. */

/** A field's value as text; empty for none. */
export function shownValue(field: string, value: FieldValue, own?: OwnWords): string {
  const said = own?.text(field, value);
  if (said !== undefined) return said;
  if (value === null || value === '') return '';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' ? value.toFixed(1) : valueLabel(field, value as string);
}

/** The most characters of a value in a list, and of all values of one change. */
const SHOWN = 160;
const SHOWN_OF_CHANGE = 4_000;

function cut(value: string, most: number): string {
  return value.length > most ? `${truncated(value, most)}…` : value;
}

/** A change in a list: long values are cut. With the deal as it is `now`, what can be restored. */
function changeView(change: Change, shownWith: Shown, now?: Record<string, unknown>) {
  const { subject, act } = change;
  const changed = Object.entries(change.fields);
  const most = Math.min(SHOWN, Math.floor(SHOWN_OF_CHANGE / (2 * changed.length || 1)));
  const whole = viewOf(change, shownWith);
  const isCut = whole.fields.some(({ from, to }) => from.length > most || to.length > most);
  const fields = whole.fields.map(({ from, to, ...about }, n) => ({
    ...about,
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

/** What these changes mention, as it is shown. */
interface Shown {
  people: People;
  imports: ImportMentions;
  locale: Locale;
  own: OwnWords;
}

async function shownWith(viewer: Viewer, changes: Change[], locale: Locale): Promise<Shown> {
  const [people, imports, own] = await Promise.all([
    peopleIn(changes),
    importsIn(viewer, changes),
    ownWords(),
  ]);
  return { people, imports, locale, own };
}

/** By name where the user still exists, else as it is stored: by email. */
function viewOf(change: Change, { people, imports, locale, own }: Shown) {
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
function itemOf({ fields }: Change): string | undefined {
  return ITEM_FIELDS.map((field) => fields[field]?.[0])
    .find(Boolean)
    ?.toString();
}
export type WholeChangeView = ReturnType<typeof viewOf>;

/** What both deals of a merge say of it, the one that was deleted with it too. */
function mergeActOf({ fields }: Change): 'merged' | 'split' | undefined {
  const pair = fields.mergedInto ?? fields.mergedWith;
  return pair && (pair[1] ? 'merged' : 'split');
}

function actorOf({ actorId, actorEmail }: Change, people: People): Person {
  return people(actorId) ?? { name: actorEmail ?? 'Deal Pipeline' };
}

/**
 * A deal's timeline and scores; with the parameter `version` (a change's id), also the evaluation
 * as it was then. Throws 404.
 */
export async function pipelineHistoryView(
  viewer: Viewer,
  id: number,
  params: URLSearchParams,
  locale: Locale,
) {
  const deal = await getPipeline(viewer, id);
  const { pager, slice } = pageOf(params, await countPipelineHistory(id));
  const version = params.get('version');
  const [changes, scores, compared] = await Promise.all([
    listPipelineHistory(viewer, id, slice),
    scoreHistory(viewer, id),
    version ? versionView(viewer, id, version, locale) : undefined,
  ]);
  const shown = await shownWith(viewer, changes, locale);
  const now = { ...deal, ...named(deal.fields) };
  return {
    id,
    company: deal.companyName,
    owner: await fullOwnerName(deal.userId),
    mayHandOver: isInCharge(viewer, deal),
    pager,
    changes: changes.map((change) => changeView(change, shown, now)),
    scores: scores.map(({ at, score }) => ({
      time: at.getTime(),
      at: formatDate(at, locale),
      score,
    })),
    scoresNote: scoresNote(scores.length, pager.total),
    compared,
  };
}

/** Of a change in a line: its fields, and the characters of each value. */
const FIELDS_OF_LINE = 3;
const VALUE_OF_LINE = 60;

/** Changes that are read for each line. */
const MOST_IN_LINE = 3;

/**
 * A deal's latest changes, a line each; contacts and tasks that somebody adds one after the other
 * have one together. Throws 404 if the deal is not visible.
 */
export async function latestChangesView(viewer: Viewer, id: number, locale: Locale, limit: number) {
  const read = { limit: MOST_IN_LINE * limit, offset: 0 };
  const changes = await listPipelineHistory(viewer, id, read);
  const shown = await shownWith(viewer, changes, locale);
  return inLines(changes, limit).map(([change, ...others]) => {
    const { fields, item, ...view } = viewOf(change!, shown);
    const named = change!.act === 'created' ? [] : fields;
    return {
      ...view,
      item: [item, ...others.map(itemOf)].filter(Boolean).join(', ') || undefined,
      fields: named.slice(0, FIELDS_OF_LINE).map(({ label, from, to }) => ({
        label,
        from: cut(from, VALUE_OF_LINE),
        to: cut(to, VALUE_OF_LINE),
      })),
      more: Math.max(0, named.length - FIELDS_OF_LINE),
    };
  });
}

function inLines(changes: Change[], most: number): Change[][] {
  const lines: Change[][] = [];
  for (const change of changes) {
    const line = lines.at(-1);
    if (line && isAddedWith(line[0]!, change)) line.push(change);
    else lines.push([change]);
  }
  return lines.slice(0, most);
}

function isAddedWith(one: Change, other: Change): boolean {
  const isAdded = one.act === 'created' && (one.subject === 'contact' || one.subject === 'task');
  const keys = ['subject', 'act', 'actorId'] as const;
  return isAdded && keys.every((key) => one[key] === other[key]);
}

export type LatestChange = Awaited<ReturnType<typeof latestChangesView>>[number];

function scoresNote(scores: number, changes: number): string | undefined {
  if (scores === MAX_SCORES) return `The latest ${MAX_SCORES} scores.`;
  if (changes <= MAX_SCORED_CHANGES) return undefined;
  return `The scores of the latest ${MAX_SCORED_CHANGES.toLocaleString('en')} changes.`;
}

async function versionView(viewer: Viewer, id: number, version: string, locale: Locale) {
  const { change, then, now } = await evaluationVersionOf(
    viewer,
    id,
    /^\d{1,15}$/.test(version) ? Number(version) : 0,
  );
  const rows = EVALUATION_FIELDS.map((field) => ({
    field,
    label: fieldLabel(field),
    then: shownValue(field, then[field] ?? null),
    now: shownValue(field, now[field]),
  }));
  return {
    id: change.id,
    at: formatDateTime(change.at, locale),
    who: actorOf(change, await peopleIn([change])),
    differs: rows.some((row) => row.then !== row.now),
    categories: CATEGORIES.map(({ title, criteria, notes }) => ({
      title,
      rows: rows.filter(
        ({ field }) => field === notes || criteria.some(({ key }) => key === field),
      ),
    })),
    mean: rows.find(({ field }) => field === 'overallScore')!,
  };
}
export type VersionView = Awaited<ReturnType<typeof versionView>>;

export function readHistoryQuery(params: URLSearchParams, locale: Locale) {
  const read = (name: string) => params.get(name)?.trim() ?? '';
  const day = (name: string) =>
    /^\d{4}-\d\d-\d\d$/.test(read(name)) && !Number.isNaN(Date.parse(read(name))) ? read(name) : '';
  const typed = {
    who: read('who'),
    what: read('what'),
    subject: SUBJECTS.find((subject) => subject === read('subject')),
    act: ACTS.find((act) => act === read('act')),
    from: day('from'),
    to: day('to'),
  };
  const query: HistoryQuery = {
    ...typed,
    from: typed.from ? dayBounds(typed.from, locale).start : undefined,
    until: typed.to ? dayBounds(typed.to, locale).end : undefined,
  };
  return { typed, query };
}

/** One page of all changes. Throws 403 unless the viewer is an admin. */
export async function historyView(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const { typed, query } = readHistoryQuery(params, locale);
  const { pager, slice } = pageOf(params, await countHistory(viewer, query));
  const changes = await listHistory(viewer, query, slice);
  const shown = await shownWith(viewer, changes, locale);
  return {
    figures: await adminStats(viewer),
    typed,
    pager,
    changes: changes.map((change) => changeView(change, shown)),
  };
}
