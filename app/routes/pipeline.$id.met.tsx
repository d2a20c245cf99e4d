import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { plainField, TextArea } from '~/components/forms/fields';
import { useLateForm } from '~/components/forms/late-form';
import { useReply } from '~/components/forms/unsent';
import { titled } from '~/components/frame/head';
import { MeetingChoices, MeetingPage } from '~/components/deal/meeting-form';
import { currentLists } from '~/models/lists/list.server';
import { offeredMeeting } from '~/models/pipeline/texts';
import { NOTE_LIMIT, NoteText } from '~/models/note/schema';
import { MET_FORM } from '~/models/pipeline/schema';
import { meetingForm, setMeeting } from '~/models/meeting/meeting.server';
import { getPipeline } from '~/models/pipeline/write.server';
import { attempt } from '~/attempt.server';
import { readLocale } from '~/web/session/appearance.server';
import { requireUser } from '~/web/session/auth.server';
import { deleteSentLateForm, requireUserOrKeepForm } from '~/web/forms/late-form.server';
import { returnBack } from '~/web/forms/list-address.server';
import { readForm, readId } from '~/web/forms/request.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';

export const meta = titled('Met');

export { clientAction, shouldRevalidate } from '~/components/forms/unsent';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const deal = await meetingForm(viewer, readId(params.id), readLocale(request));
  return { deal, back: returnBack(request, viewer, deal.id) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUserOrKeepForm(request);
  const id = readId(params.id);
  const { companyName } = await getPipeline(viewer, id);
  const locale = readLocale(request);
  const form = await readForm(request, MET_FORM);
  const text = form.get('note') ?? '';
  const chosen = form.get('nextMeetingDate') ?? '';
  const note = NoteText.safeParse(text);
  const isEmpty = !text.trim();
  if (!isEmpty && !note.success)
    return data({ error: note.error.issues[0]!.message, note: text, chosen, deal: undefined }, 400);
  const met = {
    seen: form.get('seen') ?? '',
    note: isEmpty ? '' : note.data!,
    nextMeetingDate: chosen || null,
  };
  const { value: undo, refused } = await attempt(() => setMeeting(viewer, id, met));
  if (refused?.status === 404) throw refused;
  if (refused) {
    const error = refused.errors?.[0]?.message ?? refused.message;
    const deal = await meetingForm(viewer, id, locale);
    return data({ error, note: text, chosen, deal }, refused.status);
  }
  await deleteSentLateForm(request, viewer);
  const next = chosen
    ? `Next meeting: ${offeredMeeting(chosen, await currentLists(), locale)}`
    : 'Next meeting cleared';
  const what = isEmpty ? next : `${next}, note added`;
  const back = returnBack(request, viewer, id);
  return redirectWithToast(back, { ...makeToast(companyName, what), undo });
}

export default function Met() {
  const late = useLateForm();
  const { deal, back } = useLoaderData<typeof loader>();
  const refused = useReply<typeof action>();
  const { choices } = refused?.deal ?? deal;
  return (
    <MeetingPage
      title={`Mark as met: ${deal.company}`}
      button="Mark as met"
      deal={refused?.deal ?? deal}
      back={back}
      error={refused?.error}
    >
      <TextArea
        field={plainField('note', refused?.note ?? late?.note)}
        label="Note"
        hint="What came of it (optional)."
        rows={6}
        maxLength={NOTE_LIMIT}
      />
      <MeetingChoices
        choices={[{ value: '', label: 'None' }, ...choices]}
        chosen={refused?.chosen ?? late?.nextMeetingDate ?? ''}
      />
    </MeetingPage>
  );
}
