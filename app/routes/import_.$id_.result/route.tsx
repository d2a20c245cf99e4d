import { useLoaderData } from '@remix-run/react';
import styles from '~/styles/import.css?url';
import { ConfirmPage } from '~/ui/form/confirm-page';
import { AppLayout } from '~/ui/layout/app-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { ImportResult } from './import-result';
import type { loader } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Result of an import');

export { clientAction, handle, shouldRevalidate } from '~/ui/form/unsent-form';

export { action } from './form.server';
export { loader } from './view.server';

export default function ResultPage() {
  const { result, undo } = useLoaderData<typeof loader>();
  if (undo)
    return (
      <ConfirmPage
        title="Undo this import?"
        back={`/import/${result.id}/result`}
        button="Undo this import"
      >
        <p className="mt-2 break-words">
          {result.file}: {undo}
        </p>
        <p className="mt-2">
          Anything that has been changed since stays as it is and is listed afterwards. Deleted
          deals can be restored as usual.
        </p>
      </ConfirmPage>
    );
  return (
    <AppLayout>
      <ImportResult result={result} />
    </AppLayout>
  );
}
