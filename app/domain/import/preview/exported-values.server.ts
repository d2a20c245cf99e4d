import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import { iterateChunksByBytes } from '#db/chunks';
import type { Db } from '#db/client';
import { historyEvents, octetLength } from '#db/schema';
import { type HistoryMoment, type Reference, toHistoryMoment } from '~/domain/export/reference';
import { withCurrentNames } from '~/domain/option-list/current-names';
import type { OptionLists } from '~/domain/option-list/option-lists';
import type { FieldValues } from './comparison';

type Subject = 'pipeline' | 'evaluation';

/** Values before each field's first change after an export, by deal. */
export type ExportedValues = Map<number, FieldValues>;

export async function findExportedValues(
  subject: Subject,
  references: Reference[],
  tx: Db,
  lists: OptionLists,
): Promise<ExportedValues> {
  const valuesByDeal: ExportedValues = new Map();
  if (!references.length) return valuesByDeal;
  const exported = new Map(references.map(({ id, moment }) => [id, moment.change]));
  const unread = await tx
    .select({ id: historyEvents.id, bytes: octetLength(historyEvents.fields) })
    .from(historyEvents)
    .where(
      and(
        inArray(historyEvents.subjectId, [...exported.keys()].map(String)),
        eq(historyEvents.subject, subject),
        gt(historyEvents.id, Math.min(...exported.values())),
      ),
    )
    .orderBy(asc(historyEvents.id));
  for await (const chunk of iterateChunksByBytes(unread)) {
    const ids = chunk.map(({ id }) => id);
    const rows = await tx
      .select({
        id: historyEvents.id,
        subjectId: historyEvents.subjectId,
        fields: historyEvents.fields,
      })
      .from(historyEvents)
      .where(inArray(historyEvents.id, ids))
      .orderBy(asc(historyEvents.id));
    for (const { id, subjectId, fields } of rows) {
      const deal = Number(subjectId);
      if (id <= exported.get(deal)!) continue;
      const before = Object.entries(fields).map(([field, [was]]) => [field, was] as const);
      const values = withCurrentNames(lists, Object.fromEntries(before));
      valuesByDeal.set(deal, { ...values, ...valuesByDeal.get(deal) });
    }
  }
  return valuesByDeal;
}

/**
 * Returns a check that the history still has the export's last event. It is missing after a restore
 * from an older backup.
 */
export function createHistoryCheck(tx: Db): (moment: HistoryMoment) => Promise<boolean> {
  const checks = new Map<string, Promise<boolean>>();
  return (moment) => {
    const key = `${moment.change} ${moment.time}`;
    const check = checks.get(key) ?? isInHistory(tx, moment);
    checks.set(key, check);
    return check;
  };
}

async function isInHistory(tx: Db, { change, time }: HistoryMoment): Promise<boolean> {
  if (!change) return true;
  const { id, at } = historyEvents;
  const [row] = await tx.select({ id, at }).from(historyEvents).where(eq(id, change));
  return row !== undefined && toHistoryMoment(row).time === time;
}
