import type { Deal, Evaluation, FieldValue, HistoryEvent } from '#db/schema';
import { hasChangedField, type HistoryEventSummary } from './events.server';

export interface ChangedDeal {
  deal: Deal;
  evaluation: Evaluation | undefined;
  changes: HistoryEvent[];
  later: HistoryEventSummary[];
}

/** Leaves out fields that have changed since. */
export function getPreviousValues(
  { changes, later }: ChangedDeal,
  subject: HistoryEvent['subject'],
) {
  const isChanged = (field: string) =>
    later.some((event) => event.subject === subject && hasChangedField(event, field));
  const values: Record<string, FieldValue> = {};
  for (const change of changes)
    for (const [field, [from]] of Object.entries(change.fields))
      if (change.subject === subject && !Object.hasOwn(values, field) && !isChanged(field))
        values[field] = from;
  return values;
}
