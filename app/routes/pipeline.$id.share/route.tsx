import { useLoaderData } from '@remix-run/react';
import styles from '~/styles/users.css?url';
import { SectionPage } from '~/ui/deal/section-page';
import { useReply } from '~/ui/form/unsent-form';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import type { action } from './form.server';
import { NewShare, ShareForm, ShareList } from './shares';
import type { loader } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta<typeof loader>('Share', ({ company }) => company);

export { clientAction, handle, shouldRevalidate } from '~/ui/form/unsent-form';

export { action } from './form.server';
export { loader } from './view.server';

export default function SharePage() {
  const { shares, ...view } = useLoaderData<typeof loader>();
  const sent = useReply<typeof action>();
  return (
    <SectionPage
      company={view.company}
      dealId={view.dealId}
      id="share"
      title="Share"
      className="grid grid-cols-1 gap-4"
    >
      <p>
        A page about this deal that can be read without an account. It does not name your
        colleagues. It ends after its last day, when the deal is deleted, or when you end it here.
      </p>
      {sent?.url ? (
        <NewShare url={sent.url} back={`/pipeline/${view.dealId}/share`} />
      ) : (
        <ShareForm {...view} result={sent?.result} />
      )}
      <ShareList shares={shares} />
    </SectionPage>
  );
}
