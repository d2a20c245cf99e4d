import { useActionData, useLoaderData } from '@remix-run/react';
import styles from '~/styles/import.css?url';
import { AppLayout } from '~/ui/layout/app-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { Pager } from '~/ui/table/pager';
import type { action } from './form.server';
import { ImportList } from './import-list';
import { UploadForm } from './upload-form';
import type { loader } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Import');

export { action } from './form.server';
export { loader } from './view.server';

export default function ImportPage() {
  const { isStaff: showWho, imports, pager } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <AppLayout>
      <div className="grid max-w-240 gap-6">
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
