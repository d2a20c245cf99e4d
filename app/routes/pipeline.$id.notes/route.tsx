import { Link, useActionData, useLoaderData } from '@remix-run/react';
import styles from '~/styles/deal.css?url';
import { AppLayout } from '~/ui/layout/app-layout';
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
        <h1>
          <Link to={`/pipeline/${thread.dealId}`} className="link">
            {company}
          </Link>
        </h1>
        <NoteThread {...thread} back={address} reply={useActionData<typeof action>()} text={text} />
      </div>
    </AppLayout>
  );
}
