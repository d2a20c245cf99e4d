import { desc, inArray } from 'drizzle-orm';
import type { Db } from '#db/client';
import { notes } from '#db/schema';
import { type Locale, wallClock } from '~/models/dates';
import { CHUNK, type Column, MOMENT, type Sheet, sheetOf } from '~/models/workbook';
import { COMPANY, NOTE_HEADERS } from './columns';
import { authorOf, type ListedNote, notesByIds } from '~/models/note/list.server';

/** The most deals whose notes are read in one query. */
const DEALS = 500;

function columns(locale: Locale): Column<ListedNote>[] {
  const moment = (header: string, key: 'createdAt' | 'editedAt'): Column<ListedNote> => ({
    header,
    width: 17,
    format: MOMENT,
    value: ({ [key]: at }) => at && wallClock(at, locale),
  });
  return [
    COMPANY,
    moment(NOTE_HEADERS.at, 'createdAt'),
    { header: NOTE_HEADERS.author, width: 20, value: authorOf },
    { header: NOTE_HEADERS.text, width: 80, value: ({ text }) => text },
    moment(NOTE_HEADERS.edited, 'editedAt'),
  ];
}

/** The notes of these deals, in their order, newest first. The caller has listed visible deals. */
export function notesSheet(dealIds: number[], locale: Locale, from: Db): Sheet {
  return sheetOf('Notes', columns(locale), rowsOf(dealIds, from));
}

async function* rowsOf(dealIds: number[], from: Db): AsyncGenerator<ListedNote> {
  for (let i = 0; i < dealIds.length; i += DEALS) {
    const ids = await noteIdsOf(dealIds.slice(i, i + DEALS), from);
    for (let n = 0; n < ids.length; n += CHUNK)
      yield* await notesByIds(ids.slice(n, n + CHUNK), from);
  }
}

/** Texts are not read for this: the index has it all. */
async function noteIdsOf(dealIds: number[], from: Db): Promise<number[]> {
  const rows = await from
    .select({ id: notes.id, pipelineId: notes.pipelineId })
    .from(notes)
    .where(inArray(notes.pipelineId, dealIds))
    .orderBy(notes.pipelineId, desc(notes.id));
  const place = new Map(dealIds.map((id, n) => [id, n]));
  return rows
    .sort((left, right) => place.get(left.pipelineId)! - place.get(right.pipelineId)!)
    .map(({ id }) => id);
}
