import type { Deal, Evaluation, FieldValue, HistoryEvent } from '#db/schema';
import { hasChangedField, type HistoryEventSummary } from './events.server';

export interface ChangedDeal {
  deal: Deal;
  evaluation: Evaluation | undefined;
  events: HistoryEvent[];
  laterEvents: HistoryEventSummary[];
}

/** Leaves out fields that have changed since. */
export function getPreviousValues(
  { events, laterEvents }: ChangedDeal,
  subject: HistoryEvent['subject'],
) {
  const isChanged = (field: string) =>
    laterEvents.some((later) => later.subject === subject && hasChangedField(later, field));
  const values: Record<string, FieldValue> = {};
  for (const event of events)
    for (const [field, [from]] of Object.entries(event.fields))
      if (event.subject === subject && !Object.hasOwn(values, field) && !isChanged(field))
        values[field] = from;
  return values;
}
