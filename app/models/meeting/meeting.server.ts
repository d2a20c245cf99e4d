import { and, eq, gte } from 'drizzle-orm';
import type { Db } from '#db/client';
import { notes, type Pipeline } from '#db/schema';
import { transaction, transactionId } from '#db/transaction';
import type { Viewer } from '~/models/access';
import type { Locale } from '~/models/dates';
import { currentLists, readLists } from '~/models/lists/list.server';
import { insertNotes } from '~/models/note/write.server';
import { conflict, invalid } from '~/refusal';
import { followUp, meetingText, offeredMeeting } from '~/models/pipeline/texts';
import { changePipelines } from '~/models/pipeline/store.server';
import { getPipeline, lockPipeline } from '~/models/pipeline/write.server';

/** What one does about a next meeting that falls due (rules 17.6 to 17.8). */

type Meeting = Pick<Pipeline, 'nextMeetingDate' | 'nextMeetingSetAt'>;

interface Met {
  seen: string;
  note?: string;
  /** Null for none. */
  nextMeetingDate: string | null;
}

/** What a form carries: it differs each time when a next meeting is set or cleared. */
function stateOf({ nextMeetingSetAt }: Meeting): string {
  return String(nextMeetingSetAt?.getTime() ?? 'none');
}

/** What the forms 'Mark as met' and 'Reschedule' show. Throws 404 if the deal is not visible. */
export async function meetingForm(viewer: Viewer, id: number, locale: Locale) {
  const deal = await getPipeline(viewer, id);
  const { nextMeetingDate: present } = deal;
  const lists = await currentLists();
  const values = [...lists.names('meetings'), ...[present ?? []].flat()];
  return {
    id,
    company: deal.companyName,
    meeting: meetingText(deal, locale) ?? undefined,
    present: present ?? undefined,
    due: followUp(deal, locale),
    seen: stateOf(deal),
    choices: [...new Set(values)].map((value) => ({
      value,
      label: offeredMeeting(value, lists, locale),
    })),
  };
}
export type MeetingForm = Awaited<ReturnType<typeof meetingForm>>;

const CHANGED = 'Someone else has changed the next meeting since you opened this page.';

/**
 * Clears the next meeting or sets it from now, to the same value too, and adds a note unless it is
 * empty. Throws 404 if the deal is not visible, 400 for a value that was not offered, and 409 if the
 * next meeting is not the one that was `seen`, unless it has got this value since and the note is
 * there. Returns what can be undone; undefined if nothing changed.
 */
export async function setMeeting(
  viewer: Viewer,
  id: number,
  { seen, note = '', nextMeetingDate }: Met,
): Promise<string | undefined> {
  return transaction(async (tx) => {
    const before = await lockPipeline(tx, viewer, id);
    if (nextMeetingDate !== null) await checkOffered(tx, before, nextMeetingDate);
    if (seen !== stateOf(before)) {
      const isDone = before.nextMeetingDate === nextMeetingDate;
      if (isDone && (!note || (await isNoted(tx, viewer, id, { seen, note })))) return undefined;
      throw conflict(CHANGED);
    }
    const at = new Date();
    const isSet = before.nextMeetingDate !== null || nextMeetingDate !== null;
    const nextMeetingSetAt = nextMeetingDate === null ? null : at;
    const edit = { before, changes: { nextMeetingDate }, nextMeetingSetAt };
    if (isSet) await changePipelines(tx, viewer, [edit], { at });
    if (note) await insertNotes(tx, viewer, [before], note, { at });
    return isSet || note ? transactionId() : undefined;
  });
}

/** Throws 400 unless it is one of the fund's next meetings, or the stored value. */
async function checkOffered(tx: Db, { nextMeetingDate: stored }: Meeting, chosen: string) {
  const lists = await readLists(tx);
  if (![...lists.names('meetings'), stored].includes(lists.present('meetings', chosen)))
    throw invalid([{ path: 'nextMeetingDate', message: 'Please choose the next meeting' }]);
}

/** Whether the viewer has written this note since the next meeting was set. */
async function isNoted(
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
