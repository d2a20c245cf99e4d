import type { ActionFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useLateForm } from '~/components/forms/late-form';
import { useReply } from '~/components/forms/unsent';
import { styledBy, titled } from '~/components/frame/head';
import styles from '~/styles/forms.css?url';
import { MeetingChoices, MeetingPage } from '~/components/deal/meeting-form';
import type { MeetingForm } from '~/models/meeting/meeting.server';
import { meetingPage, saveMeeting } from '~/web/forms/meeting.server';

export const links = styledBy(styles);

export const meta = titled('Later');

export { clientAction, shouldRevalidate } from '~/components/forms/unsent';

export const loader = meetingPage;

export async function action(args: ActionFunctionArgs) {
  return saveMeeting(args, false);
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
