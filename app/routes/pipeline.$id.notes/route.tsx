import { useLoaderData } from '@remix-run/react';
import styles from '~/styles/deal.css?url';
import { useReply } from '~/ui/form/client-action';
import { AppLayout } from '~/ui/layout/app-layout';
import { BackLink } from '~/ui/layout/back-link';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { NoteThread } from '~/ui/note/note-thread';
import type { action } from './form.server';
import type { loader } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta<typeof loader>('Notes', ({ company }) => company);

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export { action } from './form.server';
export { loader } from './view.server';

export default function Notes() {
  const { company, thread, text } = useLoaderData<typeof loader>();
  const address = `/pipeline/${thread.dealId}/notes`;
  return (
    <AppLayout>
      <div className="grid max-w-240 grid-cols-1 gap-4 break-words">
        <div>
          <BackLink to={`/pipeline/${thread.dealId}`}>{company}</BackLink>
          <h1 id="notes-title">Notes</h1>
        </div>
        <NoteThread
          {...thread}
          isTitled
          back={address}
          reply={useReply<typeof action>()}
          text={text}
        />
      </div>
    </AppLayout>
  );
}
