import { useLoaderData } from '@remix-run/react';
import changes from '~/styles/changes.css?url';
import styles from '~/styles/import.css?url';
import { useReply } from '~/ui/form/client-action';
import { AppLayout } from '~/ui/layout/app-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import type { action } from './form.server';
import { PreviewForm } from './preview-form';
import type { loader } from './view.server';

export const links = createStyleLinks(changes, styles);

export const meta = createTitleMeta('Preview of an import');

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export { action } from './form.server';
export { loader } from './view.server';

export default function Preview() {
  const preview = useLoaderData<typeof loader>();
  const reply = useReply<typeof action>();
  return (
    <AppLayout>
      <PreviewForm preview={preview} reply={reply ?? undefined} />
    </AppLayout>
  );
}
