import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { isStaff } from '~/domain/access';
import { formAction } from '~/http/forms/form-action.server';
import { receiveImport } from '~/http/forms/receive-import.server';
import { waitBriefly } from '~/http/request/wait-briefly.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import styles from '~/styles/import.css?url';
import { AppLayout } from '~/ui/layout/app-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { Pager } from '~/ui/table/pager';
import { ImportList } from './import-list';
import { UploadForm } from './upload-form';
import { loadImportsView } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Import');

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { searchParams } = new URL(request.url);
  return {
    isStaff: isStaff(viewer),
    ...(await loadImportsView(viewer, searchParams, readLocale(request))),
  };
}

export const action = formAction({
  savesSubmission: true,
  async handler({ viewer, request }) {
    const { id, read } = await receiveImport(request, viewer);
    await waitBriefly(read);
    return { redirectTo: `/import/${id}` };
  },
  onError({ status, message, body }) {
    const cells = body.form?.fields.find(([name]) => name === 'cells')?.[1];
    return data({ problem: message, cells }, status);
  },
});

export default function ImportPage() {
  const { isStaff: showWho, imports, pager } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <AppLayout>
      <div className="mx-auto grid max-w-[960px] gap-6">
        <UploadForm problem={reply?.problem} cells={reply?.cells} />
        <section aria-labelledby="earlier">
          <h2 id="earlier" className="mb-2">
            Earlier imports
          </h2>
          <ImportList imports={imports} showWho={showWho} />
          <Pager {...pager} noun="imports" />
        </section>
      </div>
    </AppLayout>
  );
}
