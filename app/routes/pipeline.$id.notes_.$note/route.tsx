import { useLoaderData } from '@remix-run/react';
import { useReply } from '~/ui/form/client-action';
import { useSavedSubmission } from '~/ui/form/saved-submission';
import { AppLayout } from '~/ui/layout/app-layout';
import { BackLink } from '~/ui/layout/back-link';
import { createTitleMeta } from '~/ui/layout/document-head';
import { AddTypedNote } from './add-typed-note';
import { DeleteNote } from './delete-note';
import { EditNote } from './edit-note';
import type { action } from './form.server';
import type { loader } from './view.server';

export const meta = createTitleMeta('Edit note');

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export { action } from './form.server';
export { loader } from './view.server';

export default function EditNotePage() {
  const { address, company, back, isDeletion, note } = useLoaderData<typeof loader>();
  const savedSubmission = useSavedSubmission();
  const reply = useReply<typeof action>();
  const text = (reply ?? savedSubmission)?.text;
  if (isDeletion && note) return <DeleteNote company={company} back={back} text={note.text} />;
  return (
    <AppLayout>
      <div className="grid max-w-160 grid-cols-1 gap-4 break-words text-text">
        <div>
          <BackLink to={address}>{`Notes of ${company}`}</BackLink>
          <h1>{note ? 'Edit note' : 'This note has been deleted'}</h1>
        </div>
        {note && <EditNote note={note} back={back} reply={reply} />}
        {!note && text && <AddTypedNote text={text} address={address} />}
      </div>
    </AppLayout>
  );
}
