import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useLateForm } from '~/components/forms/late-form';
import { useReply } from '~/components/forms/unsent';
import { titled } from '~/components/frame/head';
import { MeetingChoices, MeetingPage } from '~/components/deal/meeting-form';
import { currentLists } from '~/models/lists/list.server';
import { offeredMeeting } from '~/models/pipeline/texts';
import { LATER_FORM } from '~/models/pipeline/schema';
import { type MeetingForm, meetingForm, setMeeting } from '~/models/meeting/meeting.server';
import { getPipeline } from '~/models/pipeline/write.server';
import { attempt } from '~/attempt.server';
import { readLocale } from '~/web/session/appearance.server';
import { requireUser } from '~/web/session/auth.server';
import { deleteSentLateForm, requireUserOrKeepForm } from '~/web/forms/late-form.server';
import { returnBack } from '~/web/forms/list-address.server';
import { readForm, readId } from '~/web/forms/request.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';

export const meta = titled('Later');

export { clientAction, shouldRevalidate } from '~/components/forms/unsent';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const deal = await meetingForm(viewer, readId(params.id), readLocale(request));
  return { deal, back: returnBack(request, viewer, deal.id) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUserOrKeepForm(request);
  const locale = readLocale(request);
  const id = readId(params.id);
  const { companyName } = await getPipeline(viewer, id);
  const form = await readForm(request, LATER_FORM);
  const chosen = form.get('nextMeetingDate') ?? '';
  const later = { seen: form.get('seen') ?? '', nextMeetingDate: chosen };
  const { value: undo, refused } = await attempt(() => setMeeting(viewer, id, later));
  if (refused?.status === 404) throw refused;
  if (refused) {
    const error = refused.errors?.[0]?.message ?? refused.message;
    const deal = await meetingForm(viewer, id, locale);
    return data({ error, chosen, deal }, refused.status);
  }
  await deleteSentLateForm(request, viewer);
  const back = returnBack(request, viewer, id);
  const text = `Next meeting: ${offeredMeeting(chosen, await currentLists(), locale)}`;
  return redirectWithToast(back, { ...makeToast(companyName, text), undo });
}

export default function Later() {
  const late = useLateForm();
  const { deal: loaded, back } = useLoaderData<typeof loader>();
  const refused = useReply<typeof action>();
  const deal: MeetingForm = refused?.deal ?? loaded;
  const chosen = refused?.chosen ?? late?.nextMeetingDate ?? deal.present;
  return (
    <MeetingPage
      title={`${deal.due ? 'Reschedule' : 'Next meeting'}: ${deal.company}`}
      button="Set"
      deal={deal}
      back={back}
      error={refused?.error}
    >
      <MeetingChoices choices={deal.choices} chosen={chosen} />
    </MeetingPage>
  );
}
