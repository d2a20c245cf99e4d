import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { getDeal } from '~/domain/deal/get.server';
import { parsePage } from '~/domain/pagination';
import { formatCount } from '~/domain/text/text';
import { formAction } from '~/http/forms/form-action.server';
import { receiveAttachments } from '~/http/forms/receive-attachments.server';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import styles from '~/styles/forms.css?url';
import { AttachmentList } from '~/ui/attachment/attachment-list';
import { filesPage } from '~/ui/attachment/attachment-view.server';
import { SectionPage, SectionPager } from '~/ui/deal/section-page';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta<typeof loader>('Files', ({ company }) => company);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { id, companyName } = await getDeal(viewer, parseId(params.id));
  const { page } = parsePage(new URL(request.url).searchParams);
  const view = await filesPage(viewer, id, readLocale(request), page);
  return { company: companyName, ...view };
}

export const action = formAction({
  async handler({ viewer, request, params }) {
    const { id } = await getDeal(viewer, parseId(params.id));
    const ids = await receiveAttachments(request, viewer, id, { skipExisting: true });
    const text = ids.length ? `${formatCount(ids.length, 'file')} added` : 'Already added';
    return { redirectTo: `/pipeline/${id}#files`, toast: { title: 'Success', text } };
  },
  onError({ status, message }) {
    return status === 404 ? undefined : data({ problem: message }, status);
  },
});

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
