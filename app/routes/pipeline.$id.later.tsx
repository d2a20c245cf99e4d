import { useLoaderData } from '@remix-run/react';
import { createMeetingAction, loadMeetingPage } from '~/http/forms/meeting.server';
import styles from '~/styles/forms.css?url';
import { useReply } from '~/ui/form/client-action';
import { useSavedSubmission } from '~/ui/form/saved-submission';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { MeetingChoices, type MeetingForm, MeetingPage } from '~/ui/meeting/meeting-page';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Reschedule');

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export const loader = loadMeetingPage;

export const action = createMeetingAction({ wasHeld: false });

export default function RescheduleMeeting() {
  const savedSubmission = useSavedSubmission();
  const { deal: loaded, back } = useLoaderData<typeof loader>();
  const reply = useReply<typeof action>();
  const deal: MeetingForm = reply?.deal ?? loaded;
  const chosen = reply?.chosen ?? savedSubmission?.nextMeetingDate ?? deal.current;
  return (
    <MeetingPage
      title={`${deal.due ? 'Reschedule' : 'Next meeting'}: ${deal.company}`}
      button={deal.due ? 'Reschedule' : 'Set next meeting'}
      deal={deal}
      seen={reply?.seen ?? savedSubmission?.seen}
      back={back}
      error={reply?.error}
    >
      <MeetingChoices
        choices={deal.choices}
        chosen={chosen}
        day={reply?.day ?? savedSubmission?.nextMeetingOn}
      />
    </MeetingPage>
  );
}
