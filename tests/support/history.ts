import { type HistoryEvent, historyEvents } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';

interface HistoryOptions {
  by: Pick<Viewer, 'id' | 'email'>;
  count: number;
  subject?: HistoryEvent['subject'];
  fields: (n: number) => HistoryEvent['fields'];
}

/** Adds the history of many saves of a deal at once. */
export async function addHistoryEvents(dealId: number, saves: HistoryOptions): Promise<void> {
  const { by, count, subject = 'pipeline', fields } = saves;
  const origin = { at: new Date(), actorId: by.id, actorEmail: by.email };
  const about = {
    subject,
    subjectId: String(dealId),
    subjectName: 'Acme',
    kind: 'changed' as const,
  };
  for (let first = 0; first < count; first += 20) {
    const size = Math.min(20, count - first);
    const rows = Array.from({ length: size }, (_, n) => ({
      ...origin,
      ...about,
      operationId: `save-${dealId}-${first + n}`,
      fields: fields(first + n),
    }));
    await transaction(async (tx) => tx.insert(historyEvents).values(rows));
  }
}

/** Creates a change with 100,000 characters in all. */
export const createLongSave = (n: number): HistoryEvent['fields'] => ({
  comments: [`${n} `.padEnd(50_000, 'x'), `${n + 1} `.padEnd(50_000, 'x')],
});
