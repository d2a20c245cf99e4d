import { useLoaderData } from '@remix-run/react';
import styles from '~/styles/import.css?url';
import { useReply } from '~/ui/form/unsent-form';
import { AppLayout } from '~/ui/layout/app-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import type { action } from './form.server';
import { ValuesForm } from './values-form';
import type { loader } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Values of an import');

export { clientAction, handle, shouldRevalidate } from '~/ui/form/unsent-form';

export { action } from './form.server';
export { loader } from './view.server';

export default function ImportValues() {
  const values = useLoaderData<typeof loader>();
  const reply = useReply<typeof action>();
  return (
    <AppLayout>
      <div className="grid max-w-240 grid-cols-1 gap-4">
        <ValuesForm values={reply?.values ?? values} problem={reply?.problem} />
      </div>
    </AppLayout>
  );
}
