import { useLoaderData } from '@remix-run/react';
import styles from '~/styles/deal-form.css?url';
import { DealForm } from '~/ui/deal-form/deal-form';
import { useReply } from '~/ui/form/client-action';
import { AppLayout } from '~/ui/layout/app-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import type { action } from './form.server';
import type { loader } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Add New Deal');

export { clientAction, revalidateWhenArchived as shouldRevalidate } from '~/ui/form/client-action';

export { action } from './form.server';
export { loader } from './view.server';

export default function NewDeal() {
  const view = useLoaderData<typeof loader>();
  return (
    <AppLayout>
      <DealForm title="Add New Deal" {...view} result={undefined} {...useReply<typeof action>()} />
    </AppLayout>
  );
}
