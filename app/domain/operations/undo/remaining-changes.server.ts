import {
  getHistoryFieldLabel,
  HIDDEN_FIELDS,
  RECORD_FIELDS,
  SUBJECT_LABELS,
} from '~/domain/timeline/labels';
import { hasChangedField, type HistoryEventSummary } from './events.server';

/** A field; with WHOLE_RECORD a record that the operation created. */
interface RecordField {
  subject: HistoryEventSummary['subject'];
  field: string;
}

const WHOLE_RECORD = '';

const DERIVED_FIELDS = ['overallScore', 'reason', 'reasonText', ...HIDDEN_FIELDS, ...RECORD_FIELDS];

interface RemainingChanges {
  id: number;
  companyName: string;
  isNew: boolean;
  fields: RecordField[];
}

/** Finds the changes that the undo left in place; undefined if there are none. */
export function findRemainingChanges(
  events: HistoryEventSummary[],
  id: number,
  isNoted: boolean,
): RemainingChanges | undefined {
  const own = events.filter(({ deal }) => deal === id);
  const acted = own.filter(({ isUndo }) => !isUndo);
  const undone = own.filter(({ isUndo }) => isUndo);
  const isDeleted = (subject: HistoryEventSummary['subject']) =>
    undone.some((touch) => touch.subject === subject && touch.act === 'deleted');
  const isNew = acted.some(({ subject, act }) => subject === 'pipeline' && act === 'created');
  const isBack = (item: RecordField) =>
    isDeleted(item.subject) || undone.some((touch) => isEventOnField(touch, item));
  const fields = acted
    .flatMap(listEventFields)
    .filter((item) => (item.subject === 'note' ? isNoted : !isBack(item)));
  const { subjectName: companyName } = acted[0]!;
  return isNew || fields.length ? { id, companyName, isNew, fields } : undefined;
}

function listEventFields({ subject, act, fields }: HistoryEventSummary): RecordField[] {
  if (subject === 'file' || (subject !== 'pipeline' && act === 'created'))
    return [{ subject, field: WHOLE_RECORD }];
  const shown = (fields ?? []).filter((field) => !DERIVED_FIELDS.includes(field));
  return shown.map((field) => ({ subject, field }));
}

function isEventOnField(touch: HistoryEventSummary, { subject, field }: RecordField): boolean {
  return touch.subject === subject && (field === WHOLE_RECORD || hasChangedField(touch, field));
}

export function formatSkipReason(
  { isNew, fields }: RemainingChanges,
  later: HistoryEventSummary[],
  own: Record<string, string>,
): string {
  if (isNew) return `Changed since by ${formatAuthors(later)}.`;
  const labels = [...new Set(fields.map((field) => getRecordFieldLabel(field, own)))].join(', ');
  const touching = later.filter((touch) => fields.some((field) => isEventOnField(touch, field)));
  return touching.length
    ? `${labels}: changed since by ${formatAuthors(touching)}.`
    : `${labels}: could not be reverted.`;
}

function getRecordFieldLabel({ subject, field }: RecordField, own: Record<string, string>): string {
  return field === WHOLE_RECORD ? SUBJECT_LABELS[subject] : getHistoryFieldLabel(field, own);
}

function formatAuthors(events: HistoryEventSummary[]): string {
  return new Intl.ListFormat('en').format([...new Set(events.map(({ by }) => by))]);
}
