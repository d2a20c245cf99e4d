import { desc, inArray } from 'drizzle-orm';
import { iterateChunks } from '#db/chunks';
import type { Db } from '#db/client';
import { notes } from '#db/schema';
import { getAuthorName, type ListedNote, listNotesByIds } from '~/domain/note/list.server';
import { sortByDealOrder } from '~/domain/sort-by-ids';
import { COMPANY_COLUMN, NOTE_HEADERS } from './columns';
import { makeSheet, makeTimeColumn, type Sheet, type SheetColumn } from './sheet';

const MAX_COUNTED_DEALS = 500;

function makeNoteColumns(timeZone: string): SheetColumn<ListedNote>[] {
  return [
    COMPANY_COLUMN,
    makeTimeColumn(NOTE_HEADERS.at, ({ createdAt }) => createdAt, timeZone),
    { header: NOTE_HEADERS.author, width: 20, getCell: getAuthorName },
    { header: NOTE_HEADERS.text, width: 80, getCell: ({ text }) => text },
    makeTimeColumn(NOTE_HEADERS.edited, ({ editedAt }) => editedAt, timeZone),
  ];
}

export function buildNotesSheet(dealIds: number[], timeZone: string, tx: Db): Sheet {
  return makeSheet('Notes', makeNoteColumns(timeZone), listNoteRows(dealIds, tx));
}

async function* listNoteRows(dealIds: number[], tx: Db): AsyncGenerator<ListedNote> {
  for await (const dealChunk of iterateChunks(dealIds, MAX_COUNTED_DEALS))
    for await (const ids of iterateChunks(await listNoteIds(dealChunk, tx)))
      yield* await listNotesByIds(ids, tx);
}

/** Reads no texts, so that an index has all of it. */
async function listNoteIds(dealIds: number[], tx: Db): Promise<number[]> {
  const rows = await tx
    .select({ id: notes.id, dealId: notes.dealId })
    .from(notes)
    .where(inArray(notes.dealId, dealIds))
    .orderBy(notes.dealId, desc(notes.id));
  return sortByDealOrder(dealIds, rows, ({ dealId }) => dealId).map(({ id }) => id);
}
