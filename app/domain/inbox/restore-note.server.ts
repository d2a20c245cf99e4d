import type { Db } from '#db/client';
import { buildSearchText } from '#db/fold';
import { type Deal, emails, type HistoryEvent, type InboxItem, notes } from '#db/schema';
import { ROW_ID_FIELD } from '~/domain/history/operation-id';
import {
  type Actor,
  noteEvent,
  type Operation,
  recordHistory,
} from '~/domain/history/record.server';
import { getItemMessageId } from './note';

interface RemovedNote {
  deal: Pick<Deal, 'id' | 'companyName'>;
  accepted: HistoryEvent[];
  reopened: HistoryEvent[];
  operation: Operation;
}

/** Gives a deal the note of an item again, with its author and time, if a reopening removed it. */
export async function restoreItemNote(
  tx: Db,
  actor: Actor,
  item: InboxItem,
  { deal, accepted, reopened, operation }: RemovedNote,
): Promise<void> {
  const added = accepted.find(({ subject, kind }) => subject === 'note' && kind === 'created');
  const text = reopened.find(createDeletionTest('note'))?.fields.text?.[0];
  if (!added?.actorId || typeof text !== 'string') return;
  const [note] = await tx
    .insert(notes)
    .values({
      dealId: deal.id,
      authorId: added.actorId,
      authorName: item.decidedByName ?? '',
      text,
      searchText: buildSearchText(text),
      createdAt: added.at,
    })
    .returning({ id: notes.id });
  await recordHistory(tx, actor, [noteEvent(deal, 'created', { text: [null, text] })], operation);
  const [contactId = null] = listRowIds(reopened.filter(createDeletionTest('contact')));
  const files = listRowIds(reopened.filter(createDeletionTest('file')));
  await tx.insert(emails).values({
    dealId: deal.id,
    noteId: note!.id,
    messageId: getItemMessageId(item),
    contactId,
    files,
  });
}

function createDeletionTest(wanted: HistoryEvent['subject']) {
  return ({ subject, kind }: HistoryEvent) => subject === wanted && kind === 'deleted';
}

function listRowIds(events: HistoryEvent[]): number[] {
  const ids = events.map(({ fields }) => fields[ROW_ID_FIELD]?.[0]);
  return ids.filter((id) => typeof id === 'number');
}
