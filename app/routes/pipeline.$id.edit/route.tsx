import { useLoaderData, useParams } from '@remix-run/react';
import styles from '~/styles/deal-form.css?url';
import { DealForm } from '~/ui/deal-form/deal-form';
import { useReply } from '~/ui/form/client-action';
import { AppLayout } from '~/ui/layout/app-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import type { action } from './form.server';
import type { loader } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta<typeof loader>(
  'Edit Deal',
  ({ stored }) => `${stored.values.companyName}`,
);

export { clientAction, revalidateWhenArchived as shouldRevalidate } from '~/ui/form/client-action';

export { action } from './form.server';

export { loader } from './view.server';

export default function EditDeal() {
  const view = useLoaderData<typeof loader>();
  return (
    <AppLayout>
      <DealForm
        key={useParams().id}
        title="Edit Deal"
        {...view}
        result={undefined}
        {...useReply<typeof action>()}
      />
    </AppLayout>
  );
}
