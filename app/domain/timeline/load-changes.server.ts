import { inArray } from 'drizzle-orm';
import { iterateChunksByBytes, MAX_CHUNK_ROWS } from '#db/chunks';
import { type Db, db } from '#db/client';
import { type HistoryEvent, historyEvents, octetLength } from '#db/schema';
import { toCurrentNamesInChange } from '~/domain/option-list/current-names';
import { getOptionLists, queryOptionLists } from '~/domain/option-list/list.server';
import type { OptionLists } from '~/domain/option-list/option-lists';
import { sortByIds } from '~/domain/sort-by-ids';
import { HIDDEN_FIELDS } from './labels';

export const CHANGE_SIZE_COLUMNS = {
  id: historyEvents.id,
  bytes: octetLength(historyEvents.fields),
};

export type ChangeSize = Pick<HistoryEvent, 'id'> & { bytes: number };

export async function loadChanges(unread: ChangeSize[], tx: Db = db): Promise<HistoryEvent[]> {
  const lists = tx === db ? await getOptionLists() : await queryOptionLists(tx);
  const read: HistoryEvent[] = [];
  for await (const chunk of iterateChunksByBytes(unread, { maxItems: MAX_CHUNK_ROWS })) {
    const chunkIds = chunk.map(({ id }) => id);
    const rows = await tx.select().from(historyEvents).where(inArray(historyEvents.id, chunkIds));
    read.push(...sortByIds(chunkIds, rows).map((change) => toShownChange(change, lists)));
  }
  return read;
}

export function toShownChange(change: HistoryEvent, lists: OptionLists): HistoryEvent {
  // An item of the inbox stores the reason of a decline as text.
  const named =
    change.subject === 'inbox' ? change.fields : toCurrentNamesInChange(lists, change.fields);
  const isShown = (field: string) =>
    change.subject === 'file' ? field === 'file' : !HIDDEN_FIELDS.includes(field);
  const fields = Object.entries(named).filter(([field]) => isShown(field));
  return { ...change, fields: Object.fromEntries(fields) };
}
