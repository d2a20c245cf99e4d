import type { ActionFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { plainField, TextArea } from '~/components/forms/fields';
import { useLateForm } from '~/components/forms/late-form';
import { useReply } from '~/components/forms/unsent';
import { styledBy, titled } from '~/components/frame/head';
import styles from '~/styles/forms.css?url';
import { MeetingChoices, MeetingPage } from '~/components/deal/meeting-form';
import { NOTE_LIMIT } from '~/models/note/schema';
import { meetingPage, saveMeeting } from '~/web/forms/meeting.server';

export const links = styledBy(styles);

export const meta = titled('Met');

export { clientAction, shouldRevalidate } from '~/components/forms/unsent';

export const loader = meetingPage;

export async function action(args: ActionFunctionArgs) {
  return saveMeeting(args, true);
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
