import { useLoaderData } from '@remix-run/react';
import { createMeetingAction, loadMeetingPage } from '~/http/forms/meeting.server';
import styles from '~/styles/forms.css?url';
import { useReply } from '~/ui/form/client-action';
import { createField, TextArea } from '~/ui/form/fields';
import { useSavedSubmission } from '~/ui/form/saved-submission';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { MeetingChoices, MeetingPage } from '~/ui/meeting/meeting-page';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Met');

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export const loader = loadMeetingPage;

export const action = createMeetingAction({ wasHeld: true });

export default function MarkAsMet() {
  const savedSubmission = useSavedSubmission();
  const { deal, back } = useLoaderData<typeof loader>();
  const reply = useReply<typeof action>();
  const { choices } = reply?.deal ?? deal;
  return (
    <MeetingPage
      title={`Mark as met: ${deal.company}`}
      button="Mark as met"
      deal={reply?.deal ?? deal}
      seen={reply?.seen ?? savedSubmission?.seen}
      back={back}
      error={reply?.error}
    >
      <TextArea
        field={createField('note', reply?.note ?? savedSubmission?.note)}
        label="Note"
        hint="What came of it (optional)."
        rows={6}
      />
      <MeetingChoices
        choices={[{ value: '', label: 'None' }, ...choices]}
        chosen={reply?.chosen ?? savedSubmission?.nextMeetingDate ?? ''}
        day={reply?.day ?? savedSubmission?.nextMeetingOn}
      />
    </MeetingPage>
  );
}
