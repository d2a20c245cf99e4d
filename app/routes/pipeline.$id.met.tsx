import { useLoaderData } from '@remix-run/react';
import { MAX_NOTE_LENGTH } from '~/domain/note/schema';
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
        field={createField('note', refused?.note ?? savedSubmission?.note)}
        label="Note"
        hint="What came of it (optional)."
        rows={6}
        maxLength={MAX_NOTE_LENGTH}
      />
      <MeetingChoices
        choices={[{ value: '', label: 'None' }, ...choices]}
        chosen={refused?.chosen ?? savedSubmission?.nextMeetingDate ?? ''}
      />
    </MeetingPage>
  );
}
