import { useActionData, useLoaderData } from '@remix-run/react';
import styles from '~/styles/forms.css?url';
import { AttachmentList } from '~/ui/attachment/attachment-list';
import { SectionPage, SectionPager } from '~/ui/deal/section-page';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import type { action } from './form.server';
import type { loader } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta<typeof loader>('Files', ({ company }) => company);

export { action } from './form.server';
export { loader } from './view.server';

export default function FilesPage() {
  const { company, view, page, pages } = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  const address = `/pipeline/${view.dealId}/files`;
  return (
    <SectionPage company={company} dealId={view.dealId} id="files" title="Files">
      <AttachmentList {...view} back={address} problem={sent?.problem}>
        <SectionPager address={address} noun="files" page={page} pages={pages} />
      </AttachmentList>
    </SectionPage>
  );
}
