import { data, type LoaderFunctionArgs } from '@remix-run/node';
import type { Viewer } from '~/domain/access';
import { CalendarDay } from '~/domain/date/schema';
import { getFollowUp } from '~/domain/deal/follow-up';
import { MEETING_HELD_FORM_FIELDS, RESCHEDULE_FORM_FIELDS } from '~/domain/deal/form-fields';
import { getDeal } from '~/domain/deal/get.server';
import { getMeetingChoices } from '~/domain/meeting/list-choices.server';
import { getMeetingVersion, setMeeting } from '~/domain/meeting/set.server';
import { NoteText } from '~/domain/note/schema';
import { formatMeeting, formatOfferedMeeting } from '~/format/deal-field';
import { describeFollowUp } from '~/format/follow-up';
import type { Locale } from '~/format/locale';
import type { FormFields, PostedForm } from '~/http/request/form.server';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { formAction } from './form-action.server';
import { readBackPath } from './return-path.server';

export async function loadMeetingPage({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const deal = await loadMeetingForm(viewer, parseId(params.id), readLocale(request));
  return { deal, back: readBackPath(request, viewer, deal.id) };
}

async function loadMeetingForm(viewer: Viewer, id: number, locale: Locale) {
  const { deal, lists, choices } = await getMeetingChoices(viewer, id);
  return {
    id,
    company: deal.companyName,
    meeting: formatMeeting(deal, locale) ?? undefined,
    current: deal.nextMeetingDate ?? undefined,
    due: describeFollowUp(getFollowUp(deal, locale.timeZone)),
    seen: getMeetingVersion(deal),
    choices: choices.map((value) => ({
      value,
      label: formatOfferedMeeting(value, lists, locale),
    })),
  };
}

export function createMeetingAction({ wasHeld }: { wasHeld: boolean }) {
  const fields: FormFields<'note' | 'nextMeetingDate' | 'nextMeetingOn' | 'seen'> = wasHeld
    ? MEETING_HELD_FORM_FIELDS
    : RESCHEDULE_FORM_FIELDS;
  return formAction({
    fields,
    savesSubmission: true,
    async handler({ viewer, request, params, form }) {
      const id = parseId(params.id);
      const { companyName } = await getDeal(viewer, id);
      const sent = { ...parseMeetingForm(form), seen: form.get('seen') ?? undefined };
      const note = sent.note.trim() ? NoteText.safeParse(sent.note) : undefined;
      if (note?.error)
        return data({ ...sent, error: note.error.issues[0]!.message, deal: undefined }, 400);
      const day = CalendarDay.safeParse(sent.day);
      if (day.error)
        return data({ ...sent, error: day.error.issues[0]!.message, deal: undefined }, 400);
      const undo = await setMeeting(viewer, id, {
        seen: form.get('seen') ?? '',
        note: note?.data ?? '',
        nextMeetingDate: wasHeld ? sent.chosen || null : sent.chosen,
        nextMeetingOn: day.data || null,
      });
      const meeting = formatMeeting(await getDeal(viewer, id), readLocale(request));
      const next = meeting ? `Next meeting: ${meeting}` : 'Next meeting cleared';
      const text = note ? `${next}, note added` : next;
      return {
        redirectTo: readBackPath(request, viewer, id),
        toast: { title: companyName, text, undo },
      };
    },
    async onError({ status, reason }, { viewer, request, params, form }) {
      if (status === 404) return undefined;
      const deal = await loadMeetingForm(viewer, parseId(params.id), readLocale(request));
      const seen = status === 409 ? deal.seen : (form.get('seen') ?? undefined);
      return data({ ...parseMeetingForm(form), seen, error: reason, deal }, status);
    },
  });
}

function parseMeetingForm(form: PostedForm<'note' | 'nextMeetingDate' | 'nextMeetingOn'>) {
  return {
    note: form.get('note') ?? '',
    chosen: form.get('nextMeetingDate') ?? '',
    day: form.get('nextMeetingOn') ?? '',
  };
}
