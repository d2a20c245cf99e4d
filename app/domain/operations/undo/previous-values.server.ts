import type { Deal, Evaluation, FieldValue, HistoryEvent } from '#db/schema';
import type { UndoContext } from './context.server';
import { hasChangedField, type HistoryEventSummary } from './events.server';
export interface ChangedDeal {
  deal: Deal;
  evaluation: Evaluation | undefined;
  changes: HistoryEvent[];
  later: HistoryEventSummary[];
}

export function getPreviousValues(
  { options }: UndoContext,
  { changes, later }: ChangedDeal,
  subject: HistoryEvent['subject'],
) {
  const isChanged = (field: string) =>
    later.some(
      (event) =>
        event.subject === subject &&
        (options.skips === 'deals' ? event.kind === 'changed' : hasChangedField(event, field)),
    );
  const values: Record<string, FieldValue> = {};
  for (const change of changes)
    for (const [field, [from]] of Object.entries(change.fields))
      if (change.subject === subject && !Object.hasOwn(values, field) && !isChanged(field))
        values[field] = from;
  return values;
}
