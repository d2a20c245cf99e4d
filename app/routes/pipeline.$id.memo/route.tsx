import { useLoaderData } from '@remix-run/react';
import styles from '~/styles/users.css?url';
import { SectionPage } from '~/ui/deal/section-page';
import { useReply } from '~/ui/form/client-action';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import type { action } from './form.server';
import { MemoForm } from './memo-form';
import { MemoList } from './memo-list';
import type { loader } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta<typeof loader>('Memo', ({ company }) => company);

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export { action } from './form.server';
export { loader } from './view.server';

export default function MemoPage() {
  const { memos, canEdit, ...view } = useLoaderData<typeof loader>();
  const reply = useReply<typeof action>();
  return (
    <SectionPage
      company={view.company}
      dealId={view.dealId}
      id="memo"
      title="Memo"
      className="grid grid-cols-1 gap-4 wrap-anywhere"
    >
      <p>
        A memo joins your text with the deal’s facts, evaluation, open conditions, and the notes and
        files that you choose, as they are now. Once frozen it never changes.
      </p>
      <MemoList dealId={view.dealId} memos={memos} />
      {!canEdit && !memos.length && <p className="muted">No memo has been frozen yet.</p>}
      {canEdit && (
        <MemoForm
          // Empties the form once a memo is stored.
          key={memos.length}
          {...view}
          result={reply?.result}
        />
      )}
    </SectionPage>
  );
}
