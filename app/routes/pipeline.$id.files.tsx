import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/session/auth.server';
import { Files } from '~/components/deal/files';
import { PartPage, PartPages } from '~/components/deal/part-page';
import { styledBy, titled } from '~/components/frame/head';
import styles from '~/styles/forms.css?url';
import { attempt } from '~/attempt.server';
import { readPage } from '~/models/page';
import { counted } from '~/models/text';
import { getPipeline } from '~/models/pipeline/write.server';
import { filesPage } from '~/screens/deal/files.server';
import { receiveFiles } from '~/web/forms/receive-files.server';
import { readId } from '~/web/forms/request.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';
import { readLocale } from '~/web/session/appearance.server';

export const links = styledBy(styles);

export const meta = titled<typeof loader>('Files', ({ company }) => company);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { id, companyName } = await getPipeline(viewer, readId(params.id));
  const { page } = readPage(new URL(request.url).searchParams);
  const view = await filesPage(viewer, id, readLocale(request), page);
  return { company: companyName, ...view };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const { id } = await getPipeline(viewer, readId(params.id));
  const { value: ids, refused } = await attempt(() =>
    receiveFiles(request, viewer, id, { once: true }),
  );
  if (refused) return data({ refused: refused.message }, refused.status);
  const text = ids.length ? `${counted(ids.length, 'file')} added` : 'Already added';
  return redirectWithToast(`/pipeline/${id}#files`, makeToast('Success', text));
}

export default function FilesPage() {
  const { company, view, page, pages } = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  const address = `/pipeline/${view.pipelineId}/files`;
  return (
    <PartPage company={company} pipelineId={view.pipelineId} id="files" title="Files">
      <Files {...view} back={address} refused={sent?.refused}>
        <PartPages address={address} noun="files" page={page} pages={pages} />
      </Files>
    </PartPage>
  );
}
