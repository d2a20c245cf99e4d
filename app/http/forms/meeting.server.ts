import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { MEETING_HELD_FORM_FIELDS, RESCHEDULE_FORM_FIELDS } from '~/domain/deal/form-fields';
import { formatOfferedMeeting } from '~/domain/deal/format';
import { getDeal } from '~/domain/deal/get.server';
import { getMeetingForm } from '~/domain/meeting/get-form.server';
import { setMeeting } from '~/domain/meeting/set.server';
import { NoteText } from '~/domain/note/schema';
import { getOptionLists } from '~/domain/option-list/list.server';
import { readForm } from '~/http/request/form.server';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { makeToast } from '~/http/session/toast.server';
import { catchDomainError } from '~/result.server';
import { readBackPath } from './return-path.server';
import { redirectAfterSave, requireUserOrSaveSubmission } from './saved-submission.server';

export async function loadMeetingPage({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const deal = await getMeetingForm(viewer, parseId(params.id), readLocale(request));
  return { deal, back: readBackPath(request, viewer, deal.id) };
}

/**
 * Saves the form of a held or postponed meeting. With `wasHeld` it has a note and may clear the
 * date.
 */
export async function saveMeeting({ request, params }: ActionFunctionArgs, wasHeld: boolean) {
  const viewer = await requireUserOrSaveSubmission(request);
  const id = parseId(params.id);
  const { companyName } = await getDeal(viewer, id);
  const locale = readLocale(request);
  const form = await readForm(request, wasHeld ? MEETING_HELD_FORM_FIELDS : RESCHEDULE_FORM_FIELDS);
  const sent = { note: form.get('note') ?? '', chosen: form.get('nextMeetingDate') ?? '' };
  const note = sent.note.trim() ? NoteText.safeParse(sent.note) : undefined;
  if (note?.error)
    return data({ ...sent, error: note.error.issues[0]!.message, deal: undefined }, 400);
  const { value: undo, refused } = await catchDomainError(() =>
    setMeeting(viewer, id, {
      seen: form.get('seen') ?? '',
      note: note?.data ?? '',
      nextMeetingDate: wasHeld ? sent.chosen || null : sent.chosen,
    }),
  );
  if (refused?.status === 404) throw refused;
  if (refused) {
    const error = refused.errors?.[0]?.message ?? refused.message;
    return data({ ...sent, error, deal: await getMeetingForm(viewer, id, locale) }, refused.status);
  }
  const next = sent.chosen
    ? `Next meeting: ${formatOfferedMeeting(sent.chosen, await getOptionLists(), locale)}`
    : 'Next meeting cleared';
  const toast = makeToast(companyName, note ? `${next}, note added` : next);
  return redirectAfterSave(request, viewer, readBackPath(request, viewer, id), { ...toast, undo });
}
