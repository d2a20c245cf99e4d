import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { getDeal } from '~/domain/deal/get.server';
import { parsePage } from '~/domain/pagination';
import { formatCount } from '~/domain/text/text';
import { receiveAttachments } from '~/http/forms/receive-attachments.server';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { makeToast, redirectWithToast } from '~/http/session/toast.server';
import { catchDomainError } from '~/result.server';
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

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const { id } = await getDeal(viewer, parseId(params.id));
  const { value: ids, refused } = await catchDomainError(() =>
    receiveAttachments(request, viewer, id, { skipExisting: true }),
  );
  if (refused) return data({ refused: refused.message }, refused.status);
  const text = ids.length ? `${formatCount(ids.length, 'file')} added` : 'Already added';
  return redirectWithToast(`/pipeline/${id}#files`, makeToast('Success', text));
}

export default function FilesPage() {
  const { company, view, page, pages } = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  const address = `/pipeline/${view.dealId}/files`;
  return (
    <SectionPage company={company} dealId={view.dealId} id="files" title="Files">
      <AttachmentList {...view} back={address} refused={sent?.refused}>
        <SectionPager address={address} noun="files" page={page} pages={pages} />
      </AttachmentList>
    </SectionPage>
  );
}
