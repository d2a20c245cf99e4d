import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { attempt } from '~/attempt.server';
import { currentLists } from '~/models/lists/list.server';
import { meetingForm, setMeeting } from '~/models/meeting/meeting.server';
import { NoteText } from '~/models/note/schema';
import { LATER_FORM, MET_FORM } from '~/models/pipeline/schema';
import { offeredMeeting } from '~/models/pipeline/texts';
import { getPipeline } from '~/models/pipeline/write.server';
import { readLocale } from '~/web/session/appearance.server';
import { requireUser } from '~/web/session/auth.server';
import { leaveForm, requireUserOrKeepForm } from './late-form.server';
import { returnBack } from './list-address.server';
import { readForm, readId } from './request.server';
import { makeToast } from './toast.server';

/** The pages of a deal's next meeting, which was held or is put off. */

export async function meetingPage({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const deal = await meetingForm(viewer, readId(params.id), readLocale(request));
  return { deal, back: returnBack(request, viewer, deal.id) };
}

/** With `wasHeld` the form has a note, and may clear the next meeting. */
export async function saveMeeting({ request, params }: ActionFunctionArgs, wasHeld: boolean) {
  const viewer = await requireUserOrKeepForm(request);
  const id = readId(params.id);
  const { companyName } = await getPipeline(viewer, id);
  const locale = readLocale(request);
  const form = await readForm(request, wasHeld ? MET_FORM : LATER_FORM);
  const sent = { note: form.get('note') ?? '', chosen: form.get('nextMeetingDate') ?? '' };
  const note = sent.note.trim() ? NoteText.safeParse(sent.note) : undefined;
  if (note?.error)
    return data({ ...sent, error: note.error.issues[0]!.message, deal: undefined }, 400);
  const { value: undo, refused } = await attempt(() =>
    setMeeting(viewer, id, {
      seen: form.get('seen') ?? '',
      note: note?.data ?? '',
      nextMeetingDate: wasHeld ? sent.chosen || null : sent.chosen,
    }),
  );
  if (refused?.status === 404) throw refused;
  if (refused) {
    const error = refused.errors?.[0]?.message ?? refused.message;
    return data({ ...sent, error, deal: await meetingForm(viewer, id, locale) }, refused.status);
  }
  const next = sent.chosen
    ? `Next meeting: ${offeredMeeting(sent.chosen, await currentLists(), locale)}`
    : 'Next meeting cleared';
  const toast = makeToast(companyName, note ? `${next}, note added` : next);
  return leaveForm(request, viewer, returnBack(request, viewer, id), { ...toast, undo });
}
