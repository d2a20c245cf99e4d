import type { FieldValue } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { listLinkedFields, withLinkedFields } from '~/domain/deal-field/linked-fields';
import {
  type FieldChange,
  findChangesSince,
  findLatestChangeId,
} from '~/domain/history/field-changes.server';
import { normalizeLineEnds } from '~/domain/history/field-value';
import type { Result } from '~/result';
import { catchDomainError } from '~/result.server';
import type { FieldChoice, FieldConflict, FormBase, FormConflict, OthersChange } from './conflict';

type FieldValues<Field extends string> = Partial<Record<Field, unknown>>;

interface FormTarget<Field extends string> {
  subject: 'pipeline' | 'evaluation';
  id: number;
  stored: Record<Field, unknown>;
  version: number;
  labels: Record<string, string>;
  formatCustom?: FormatCustomValue;
}

interface FormResolution<Input> {
  changes: Partial<Input>;
  isLatest: boolean;
  alsoChanged: OthersChange[];
}

type FormatCustomValue = (field: string, value: FieldValue) => string | undefined;

/**
 * Compares a posted form of a deal or its evaluation with what others stored since it was opened
 * (rule 3.19). Returns the `changes` to store and `alsoChanged` to tell; `isLatest` if nobody has
 * stored anything since. Fails with a conflict for the user to resolve.
 */
export async function resolveForm<Field extends string, Input extends FieldValues<Field>>(
  viewer: Viewer,
  base: FormBase,
  typed: Input,
  target: FormTarget<Field>,
): Promise<Result<FormResolution<Input>, FormConflict>> {
  const { subject, id, stored, version, labels, formatCustom } = target;
  const latestEventId = await findLatestChangeId(subject, id);
  const { openedEventId, answeredEventId = 0 } = base;
  const isLatest = base.version === version;
  const fields = listDifferingFields(typed, stored, formatCustom);
  const changesSinceOpened = await findChangesSinceOpened(viewer, target, fields, {
    openedEventId,
    isLatest,
  });
  const getChoice = (field: Field): FieldChoice => {
    const lastEventId = changesSinceOpened
      ? (findLatestChange(changesSinceOpened, field)?.id ?? 0)
      : latestEventId;
    if (lastEventId > answeredEventId) return {};
    const choice = base.choices.get(field);
    if (choice) return { choice };
    return base.wasAsked ? { isMissing: true } : {};
  };
  const merged = resolveFields({ typed, stored, changesSinceOpened, getChoice, formatCustom });
  const { changes, fieldConflicts, theirs, isUndecided } = merged;
  if (!isUndecided)
    return { ok: true, value: { changes, isLatest, alsoChanged: groupByAuthor(theirs, labels) } };
  const isUnknown = (openedEventId !== undefined && changesSinceOpened === undefined) || undefined;
  return { ok: false, error: { version, latestEventId, fieldConflicts, isUnknown } };
}

interface OpenedForm {
  openedEventId: number | undefined;
  isLatest: boolean;
}

async function findChangesSinceOpened(
  viewer: Viewer,
  { subject, id }: Pick<FormTarget<string>, 'subject' | 'id'>,
  fields: string[],
  { openedEventId, isLatest }: OpenedForm,
) {
  if (openedEventId === undefined) return isLatest ? new Map<string, FieldChange>() : undefined;
  return findChangesSince(viewer, { subject, dealId: id, after: openedEventId }, fields);
}

interface ResolveInput<Field extends string, Input> {
  formatCustom?: FormatCustomValue;
  typed: Input;
  stored: Record<Field, unknown>;
  changesSinceOpened: Map<string, FieldChange> | undefined;
  getChoice: (field: Field) => FieldChoice;
}

/** Sorts lists, as a form sends them in the order of its boxes. */
function formatValue(value: unknown): string {
  if (Array.isArray(value)) return value.toSorted().join(', ');
  return typeof value === 'number' ? value.toFixed(1) : normalizeLineEnds(String(value ?? ''));
}

function normalizeText(
  field: string,
  value: unknown,
  formatCustom: FormatCustomValue | undefined,
): string {
  return normalizeLineEnds(
    formatCustom?.(field, (value ?? null) as FieldValue) ?? formatValue(value),
  );
}

export function listDifferingFields<Field extends string, Input extends FieldValues<Field>>(
  typed: Input,
  stored: Record<Field, unknown>,
  formatCustom: FormatCustomValue | undefined,
): (Field & keyof Input)[] {
  const fields = Object.keys(typed) as (Field & keyof Input)[];
  return fields.filter(
    (field) =>
      normalizeText(field, typed[field], formatCustom) !==
      normalizeText(field, stored[field], formatCustom),
  );
}

/**
 * Resolves a form field by field (rule 3.19). Returns the `changes` to store, `theirs` that only
 * others changed, and `fieldConflicts` that both changed; `isUndecided` until the user has chosen. A field
 * that the viewer changed last is no conflict.
 */
export function resolveFields<Field extends string, Input extends FieldValues<Field>>({
  typed,
  stored,
  changesSinceOpened,
  getChoice,
  formatCustom,
}: ResolveInput<Field, Input>) {
  const changes: Partial<Input> = {};
  const fieldConflicts: FieldConflict[] = [];
  const theirs: { field: Field; by: string }[] = [];
  const toText = (field: string, value: unknown) => normalizeText(field, value, formatCustom);
  const getTexts = (field: string): FieldTexts => {
    const currentText = toText(field, stored[field as Field]);
    const change = changesSinceOpened?.get(field);
    const openedText = change ? toText(field, change.from) : currentText;
    const sentText = Object.hasOwn(typed, field)
      ? toText(field, typed[field as Field])
      : openedText;
    return { openedText, currentText, sentText };
  };
  for (const field of listDifferingFields(typed, stored, formatCustom)) {
    const change = changesSinceOpened && findLatestChange(changesSinceOpened, field);
    const texts = listLinkedFields(field).map(getTexts);
    switch (changesSinceOpened ? compareField(texts, change) : 'conflict') {
      case 'theirs':
        if (!change!.isOwn) theirs.push({ field, by: change!.by });
        break;
      case 'mine':
        if (getChoice(field).choice !== 'theirs') changes[field] = typed[field];
        break;
      case 'conflict': {
        const decision = getChoice(field);
        if (decision.choice === 'mine') changes[field] = typed[field];
        const { sentText, currentText } = getTexts(field);
        const saved = change && { at: change.at, by: change.by };
        fieldConflicts.push({ field, mine: sentText, theirs: currentText, saved, ...decision });
      }
    }
  }
  const conflictingFields = fieldConflicts.map(({ field }) => field);
  return {
    changes: addLinkedFields(changes, stored, conflictingFields),
    fieldConflicts,
    theirs,
    isUndecided: fieldConflicts.some(({ choice }) => !choice),
  };
}

interface FieldTexts {
  openedText: string;
  currentText: string;
  sentText: string;
}

/** Tells who changed a field, or one linked with it, since the form was opened. */
function compareField(
  texts: FieldTexts[],
  latestChange: FieldChange | undefined,
): 'mine' | 'theirs' | 'conflict' {
  if (texts.every(({ sentText, openedText }) => sentText === openedText)) return 'theirs';
  const isUnchangedByOthers = texts.every(
    ({ openedText, currentText }) => openedText === currentText,
  );
  return latestChange?.isOwn || isUnchangedByOthers ? 'mine' : 'conflict';
}

/** Adds stored values that changes would replace: a chosen day of the next meeting clears its choice. */
function addLinkedFields<Field extends string, Input extends FieldValues<Field>>(
  changes: Partial<Input>,
  stored: Record<Field, unknown>,
  conflictingFields: string[],
): Partial<Input> {
  const written = withLinkedFields(Object.keys(changes));
  const linkedFields = conflictingFields.flatMap((field) => listLinkedFields(field) as Field[]);
  const missing = linkedFields.filter(
    (field) => written.includes(field) && !Object.hasOwn(changes, field),
  );
  return { ...changes, ...Object.fromEntries(missing.map((field) => [field, stored[field]])) };
}

function findLatestChange(since: Map<string, FieldChange>, field: string): FieldChange | undefined {
  const changes = listLinkedFields(field).flatMap((linked) => since.get(linked) ?? []);
  return changes.toSorted((a, b) => b.id - a.id)[0];
}

function groupByAuthor(
  theirs: { field: string; by: string }[],
  labels: Record<string, string>,
): OthersChange[] {
  const people = [...new Set(theirs.map(({ by }) => by))];
  return people.map((by) => ({
    by,
    fields: theirs.filter((change) => change.by === by).map(({ field }) => labels[field] ?? field),
  }));
}

export async function retryWhenOutdated<T>(work: () => Promise<T>): Promise<T> {
  const result = await catchDomainError(work);
  if (result.ok) return result.value;
  if (result.error.status === 412) return retryWhenOutdated(work);
  throw result.error;
}
