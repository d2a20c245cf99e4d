import { and, eq, gte } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type Deal, notes } from '#db/schema';
import { getTransactionId, transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { applyDealEdits } from '~/domain/deal/apply-edits.server';
import { getDealForUpdate } from '~/domain/deal/get.server';
import { insertNotes } from '~/domain/note/create.server';
import { queryOptionLists } from '~/domain/option-list/list.server';
import { conflict, invalid } from '~/errors';

/** What one does about a next meeting that falls due (rules 17.6 to 17.8). */

type Meeting = Pick<Deal, 'nextMeetingDate' | 'nextMeetingSetAt'>;

interface MeetingChange {
  seen: string;
  note?: string;
  /** Null for none. */
  nextMeetingDate: string | null;
}

/** What a form carries: it differs each time when a next meeting is set or cleared. */
export function getMeetingVersion({ nextMeetingSetAt }: Meeting): string {
  return String(nextMeetingSetAt?.getTime() ?? 'none');
}

const MEETING_CHANGED = 'Someone else has changed the next meeting since you opened this page.';

/**
 * Clears the next meeting or sets it from now, to the same value too, and adds a note unless it is
 * empty. Throws 404 if the deal is not visible, 400 for a value that was not offered, and 409 if the
 * next meeting is not the one that was `seen`, unless it has got this value since and the note is
 * there. Returns what can be undone; undefined if nothing changed.
 */
export async function setMeeting(
  viewer: Viewer,
  id: number,
  { seen, note = '', nextMeetingDate }: MeetingChange,
): Promise<string | undefined> {
  return transaction(async (tx) => {
    const before = await getDealForUpdate(tx, viewer, id);
    if (nextMeetingDate !== null) await assertOffered(tx, before, nextMeetingDate);
    if (seen !== getMeetingVersion(before)) {
      const isDone = before.nextMeetingDate === nextMeetingDate;
      if (isDone && (!note || (await hasNote(tx, viewer, id, { seen, note })))) return undefined;
      throw conflict(MEETING_CHANGED);
    }
    const at = new Date();
    const isSet = before.nextMeetingDate !== null || nextMeetingDate !== null;
    const nextMeetingSetAt = nextMeetingDate === null ? null : at;
    const edit = { before, changes: { nextMeetingDate }, nextMeetingSetAt };
    if (isSet) await applyDealEdits(tx, viewer, [edit], { at });
    if (note) await insertNotes(tx, viewer, [before], note, { at });
    return isSet || note ? getTransactionId() : undefined;
  });
}

/** Throws 400 unless it is one of the fund's next meetings, or the stored value. */
async function assertOffered(tx: Db, { nextMeetingDate: stored }: Meeting, chosen: string) {
  const lists = await queryOptionLists(tx);
  if (![...lists.names('meetings'), stored].includes(lists.present('meetings', chosen)))
    throw invalid([{ path: 'nextMeetingDate', message: 'Please choose the next meeting' }]);
}

/** Whether the viewer has written this note since the next meeting was set. */
async function hasNote(
  tx: Db,
  viewer: Viewer,
  id: number,
  { seen, note }: { seen: string; note: string },
): Promise<boolean> {
  const since = gte(notes.createdAt, new Date(Number(seen) || 0));
  const isSameNote = and(
    eq(notes.pipelineId, id),
    eq(notes.authorId, viewer.id),
    eq(notes.text, note),
  );
  return (await tx.$count(notes, and(isSameNote, since))) > 0;
}
