import { and, eq, gte } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type Deal, notes } from '#db/schema';
import { getTransactionId, transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { applyDealEdits } from '~/domain/deal/apply-edits.server';
import { getDealForUpdate } from '~/domain/deal/get.server';
import { completeMeeting } from '~/domain/deal/meeting-choice';
import { insertNotes } from '~/domain/note/create.server';
import { queryOptionLists } from '~/domain/option-list/list.server';
import type { OptionLists } from '~/domain/option-list/option-lists';
import { conflict, invalid } from '~/errors';

type Meeting = Pick<Deal, 'nextMeetingDate' | 'nextMeetingOn' | 'nextMeetingSetAt'>;

interface MeetingChange {
  seen: string;
  note?: string;
  nextMeetingDate: string | null;
  nextMeetingOn?: string | null;
}

export function getMeetingVersion({ nextMeetingSetAt }: Meeting): string {
  return String(nextMeetingSetAt?.getTime() ?? 'none');
}

const MEETING_CHANGED = 'The next meeting has been changed since you opened this page.';

/**
 * Clears the next meeting or sets it from now, even to the same value, and adds a note unless it is
 * empty (rules 17.6 to 17.8). Returns the operation's id, or undefined if nothing changed. Throws
 * 404 if the deal is not visible, 400 for a value that was not offered, and 409 if the next meeting
 * changed since `seen`, unless it has this value and the note already.
 */
export async function setMeeting(
  viewer: Viewer,
  id: number,
  { seen, note = '', nextMeetingDate: chosen, nextMeetingOn = null }: MeetingChange,
): Promise<string | undefined> {
  return transaction(async (tx) => {
    const before = await getDealForUpdate(tx, viewer, id);
    const at = new Date();
    const lists = await queryOptionLists(tx);
    const changes = nextMeetingOn
      ? completeMeeting({ nextMeetingOn }, before, { lists, at })
      : { nextMeetingDate: chosen, nextMeetingOn };
    const { nextMeetingDate } = changes;
    if (chosen !== null && !nextMeetingOn) assertOffered(lists, before, chosen);
    if (seen !== getMeetingVersion(before)) {
      const isDone =
        before.nextMeetingDate === nextMeetingDate && before.nextMeetingOn === nextMeetingOn;
      if (isDone && (!note || (await hasNote(tx, viewer, id, { seen, note })))) return undefined;
      throw conflict(MEETING_CHANGED);
    }
    const isSet = before.nextMeetingDate !== null || nextMeetingDate !== null;
    const nextMeetingSetAt = nextMeetingDate === null ? null : at;
    const edit = { before, changes, nextMeetingSetAt };
    if (isSet) await applyDealEdits(tx, viewer, [edit], { at });
    if (note) await insertNotes(tx, viewer, [before], { text: note, at });
    return isSet || note ? getTransactionId() : undefined;
  });
}

function assertOffered(lists: OptionLists, { nextMeetingDate: stored }: Meeting, chosen: string) {
  if (
    ![...lists.listActiveNames('meetings'), stored].includes(
      lists.toCurrentName('meetings', chosen),
    )
  )
    throw invalid([{ path: 'nextMeetingDate', message: 'Please choose the next meeting' }]);
}

async function hasNote(
  tx: Db,
  viewer: Viewer,
  id: number,
  { seen, note }: { seen: string; note: string },
): Promise<boolean> {
  const since = gte(notes.createdAt, new Date(Number(seen) || 0));
  const isSameNote = and(eq(notes.dealId, id), eq(notes.authorId, viewer.id), eq(notes.text, note));
  return (await tx.$count(notes, and(isSameNote, since))) > 0;
}
