import type { FieldChanges, FieldValue, HistoryEvent } from '#db/schema';
import type { Viewer } from '~/domain/access';
import {
  createCustomFieldFormatter,
  type CustomFieldFormatter,
} from '~/domain/custom-field/formatter.server';
import { isDealKey } from '~/domain/deal-field/fields';
import { isSameValue } from '~/domain/history/field-value';
import { findDealNames } from '~/domain/timeline/deal-names.server';
import { findImportSources, type ImportSourceFinder } from '~/domain/timeline/imports.server';
import { getHistoryFieldLabel, RECORD_FIELDS } from '~/domain/timeline/labels';
import { findPeopleInChanges, type FindPerson, type Person } from '~/domain/timeline/people.server';
import { formatDateTime } from '~/format/date';
import type { Locale } from '~/format/locale';
import { formatValue, truncateValue } from './format-value.server';

const MAX_VALUE_CHARACTERS = 160;

const MAX_CHANGE_CHARACTERS = 4_000;

/** Cuts long values. `now`, the deal's current state, decides what can be restored. */
export function toChangeView(
  change: HistoryEvent,
  context: ChangeContext,
  now?: Record<string, unknown>,
) {
  const { subject, kind } = change;
  const changed = Object.entries(change.fields);
  const maxCharacters = Math.min(
    MAX_VALUE_CHARACTERS,
    Math.floor(MAX_CHANGE_CHARACTERS / (2 * changed.length || 1)),
  );
  const whole = toWholeChangeView(change, context);
  const isCut = whole.fields.some(
    ({ from, to }) => from.length > maxCharacters || to.length > maxCharacters,
  );
  const fields = whole.fields.map(({ from, to, ...field }, n) => ({
    ...field,
    from: truncateValue(from, maxCharacters),
    to: truncateValue(to, maxCharacters),
    isRestorable:
      (now && isRestorable(changed[n]!, { subject, kind }, now, context.formatter)) || undefined,
  }));
  return { ...whole, fields, isCut: isCut || undefined };
}

export type ChangeView = ReturnType<typeof toChangeView>;

function isRestorable(
  [field, [from]]: [string, FieldChanges[string]],
  { subject, kind }: Pick<HistoryEvent, 'subject' | 'kind'>,
  now: Record<string, unknown>,
  formatter: CustomFieldFormatter,
): boolean {
  const isKnown = isDealKey(field) || formatter.active.includes(field);
  const isField = subject === 'pipeline' && kind === 'changed' && isKnown;
  return isField && !isSameValue(now[field], from);
}

export async function loadWholeChangeView(viewer: Viewer, change: HistoryEvent, locale: Locale) {
  return toWholeChangeView(change, await loadChangeContext(viewer, [change], locale));
}

export interface ChangeContext {
  findPerson: FindPerson;
  findImportSource: ImportSourceFinder;
  dealNames: Map<string, string>;
  locale: Locale;
  formatter: CustomFieldFormatter;
}

export async function loadChangeContext(
  viewer: Viewer,
  changes: HistoryEvent[],
  locale: Locale,
): Promise<ChangeContext> {
  const [findPerson, findImportSource, dealNames, formatter] = await Promise.all([
    findPeopleInChanges(changes),
    findImportSources(viewer, changes),
    findDealNames(changes),
    createCustomFieldFormatter(),
  ]);
  return { findPerson, findImportSource, dealNames, locale, formatter };
}

export function toWholeChangeView(
  change: HistoryEvent,
  { findPerson, findImportSource, dealNames, locale, formatter }: ChangeContext,
) {
  const { id, subject, subjectId, subjectName, kind } = change;
  const findPersonThen: FindPerson = (email) => findPerson(email, change.at);
  const formatField = (field: string, value: FieldValue) => {
    if (field === 'pipelineId' && value) return dealNames.get(String(value)) ?? `Deal ${value}`;
    const isPerson = field === 'owner' || field === 'person';
    const owner = isPerson && typeof value === 'string' ? findPersonThen(value) : undefined;
    if (!owner) return formatValue(field, value, formatter, locale);
    return owner.email ? `${owner.name} (${owner.email})` : owner.name;
  };
  const changed = Object.entries(change.fields).filter(([field]) => !RECORD_FIELDS.includes(field));
  const fields = changed.map(([field, [from, to]]) => ({
    field,
    label: getHistoryFieldLabel(field, formatter.labels),
    from: formatField(field, from),
    to: formatField(field, to),
    sentence: PEOPLE_FIELDS.includes(field) ? describePeople(from, to, findPersonThen) : undefined,
  }));
  return {
    id,
    at: formatDateTime(change.at, locale),
    who: getActor(change, findPerson),
    token: change.tokenName ?? undefined,
    import: findImportSource(change),
    subject,
    subjectId,
    about: (subject === 'account' && findPerson(subjectId)) || { name: subjectName },
    kind,
    merge: getMergeAction(change),
    item: getItemName(change),
    fields,
    reason: change.reason ?? undefined,
  };
}

const PEOPLE_FIELDS = ['members', 'evaluators'];

function describePeople(from: FieldValue, to: FieldValue, findPerson: FindPerson): string {
  const [before, after] = [from, to].map((emails) => (Array.isArray(emails) ? emails : []));
  const name = (email: string) => findPerson(email)?.name ?? email;
  const added = after!.filter((email) => !before!.includes(email)).map(name);
  const removed = before!.filter((email) => !after!.includes(email)).map(name);
  const parts = [added.length && `${added.join(', ')} added`];
  parts.push(removed.length && `${removed.join(', ')} removed`);
  return parts.filter(Boolean).join(', ');
}

export function getItemName({ fields }: HistoryEvent): string | undefined {
  return RECORD_FIELDS.map((field) => fields[field]?.[0])
    .find(Boolean)
    ?.toString();
}

export type WholeChangeView = ReturnType<typeof toWholeChangeView>;

function getMergeAction({ fields }: HistoryEvent): 'merged' | 'split' | undefined {
  const pair = fields.mergedInto ?? fields.mergedWith;
  return pair && (pair[1] ? 'merged' : 'split');
}

export function getActor({ actorId, actorEmail }: HistoryEvent, findPerson: FindPerson): Person {
  return findPerson(actorId) ?? { name: actorEmail ?? 'Deal Pipeline' };
}
