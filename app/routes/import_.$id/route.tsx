import { useLoaderData } from '@remix-run/react';
import styles from '~/styles/import.css?url';
import { ConfirmPage } from '~/ui/form/confirm-page';
import { useReply } from '~/ui/form/unsent-form';
import { ImportHead } from '~/ui/import/import-head';
import { AppLayout } from '~/ui/layout/app-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import type { action } from './form.server';
import { MappingForm } from './mapping-form';
import { ImportFailed, ImportProgress } from './progress';
import type { loader } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Import');

export { clientAction, handle, shouldRevalidate } from '~/ui/form/unsent-form';

export { action } from './form.server';
export { loader } from './view.server';

export default function ImportMapping() {
  const { running, failed, discard, columns, dayFirst, problem } = useLoaderData<typeof loader>();
  const reply = useReply<typeof action>();
  if (discard)
    return (
      <ConfirmPage
        title={`Discard ${discard.file}?`}
        back={discard.back}
        button="Discard this import"
        fields={<input type="hidden" name="do" value="discard" />}
      >
        <p className="mt-2">Nothing has been imported from it. Your choices for it are lost.</p>
      </ConfirmPage>
    );
  return (
    <AppLayout>
      <div className="grid max-w-240 grid-cols-[minmax(0,1fr)] gap-4">
        {running && <ImportProgress {...running} />}
        {failed && <ImportFailed {...failed} />}
        {columns && (
          <>
            <ImportHead title="Columns" file={columns.file} />
            <MappingForm {...(reply ?? { columns, dayFirst, problem: problem ?? undefined })} />
          </>
        )}
      </div>
    </AppLayout>
  );
}
