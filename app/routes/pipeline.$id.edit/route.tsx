import { useActionData, useLoaderData, useParams } from '@remix-run/react';
import styles from '~/styles/deal-form.css?url';
import { DealForm } from '~/ui/deal-form/deal-form';
import { AppLayout } from '~/ui/layout/app-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import type { action } from './form.server';
import type { loader } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta<typeof loader>(
  'Edit Deal',
  ({ stored }) => `${stored.values.companyName}`,
);

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export { action } from './form.server';

export { loader } from './view.server';

export default function EditDeal() {
  const { home, stored, customInputs, offered, stages } = useLoaderData<typeof loader>();
  return (
    <AppLayout>
      <DealForm
        key={useParams().id}
        title="Edit Deal"
        home={home}
        stored={stored}
        customInputs={customInputs}
        offered={offered}
        stages={stages}
        result={undefined}
        {...useActionData<typeof action>()}
      />
    </AppLayout>
  );
}
