import {
  getHistoryFieldLabel,
  HIDDEN_FIELDS,
  RECORD_FIELDS,
  SUBJECT_LABELS,
} from '~/domain/timeline/labels';
import { hasChangedField, type HistoryEventSummary } from './events.server';

interface RecordField extends Pick<HistoryEventSummary, 'subject' | 'rowId'> {
  /** Null for the whole record. */
  field: string | null;
}

const DERIVED_FIELDS = ['overallScore', 'reason', 'reasonText', ...HIDDEN_FIELDS, ...RECORD_FIELDS];

export interface RemainingChanges {
  id: number;
  companyName: string;
  isNew: boolean;
  fields: RecordField[];
  /** True if other fields were reverted. */
  isPartlyReverted: boolean;
}

export function findRemainingChanges(
  events: HistoryEventSummary[],
  { id, hasAddedNote }: { id: number; hasAddedNote: boolean },
): RemainingChanges | undefined {
  const dealEvents = events.filter(({ deal }) => deal === id);
  const operationEvents = dealEvents.filter(({ isUndo }) => !isUndo);
  const undoEvents = dealEvents.filter(({ isUndo }) => isUndo);
  const isDeleted = (item: RecordField) =>
    undoEvents.some((event) => isSameRecord(event, item) && event.kind === 'deleted');
  const isNew = operationEvents.some(
    ({ subject, kind }) => subject === 'pipeline' && kind === 'created',
  );
  const isReverted = (item: RecordField) =>
    isDeleted(item) || undoEvents.some((event) => isEventOnField(event, item));
  const changed = operationEvents.flatMap(listEventFields);
  const fields = changed.filter((item) =>
    item.subject === 'note' ? hasAddedNote : !isReverted(item),
  );
  if (!isNew && !fields.length) return undefined;
  const { subjectName: companyName } = operationEvents[0]!;
  const isPartlyReverted = !isNew && fields.length < changed.length;
  return { id, companyName, isNew, fields, isPartlyReverted };
}

function listEventFields({ subject, kind, rowId, fields }: HistoryEventSummary): RecordField[] {
  if (subject === 'file' || (subject !== 'pipeline' && kind === 'created'))
    return [{ subject, rowId, field: null }];
  const shown = (fields ?? []).filter((field) => !DERIVED_FIELDS.includes(field));
  return shown.map((field) => ({ subject, rowId, field }));
}

function isEventOnField(event: HistoryEventSummary, item: RecordField): boolean {
  const { field } = item;
  return isSameRecord(event, item) && (field === null || hasChangedField(event, field));
}

function isSameRecord(event: HistoryEventSummary, { subject, rowId }: RecordField): boolean {
  const isSameRow = event.rowId === undefined || rowId === undefined || event.rowId === rowId;
  return event.subject === subject && isSameRow;
}

export function formatSkipReason(
  { isNew, fields }: RemainingChanges,
  later: HistoryEventSummary[],
  customLabels: Record<string, string>,
): string {
  if (isNew) return `Changed since by ${formatAuthors(later)}.`;
  const labels = [...new Set(fields.map((field) => getRecordFieldLabel(field, customLabels)))].join(
    ', ',
  );
  const laterOnFields = later.filter((event) =>
    fields.some((field) => isEventOnField(event, field)),
  );
  return laterOnFields.length
    ? `${labels}: changed since by ${formatAuthors(laterOnFields)}.`
    : `${labels}: could not be reverted.`;
}

function getRecordFieldLabel(
  { subject, field }: RecordField,
  customLabels: Record<string, string>,
): string {
  return field === null ? SUBJECT_LABELS[subject] : getHistoryFieldLabel(field, customLabels);
}

function formatAuthors(events: HistoryEventSummary[]): string {
  return new Intl.ListFormat('en').format([...new Set(events.map(({ by }) => by))]);
}
