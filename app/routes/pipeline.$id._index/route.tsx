import { useLoaderData } from '@remix-run/react';
import styles from '~/styles/deal.css?url';
import { AppLayout } from '~/ui/layout/app-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { DealPage } from './deal-page';
import type { loader } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta<typeof loader>('', ({ deal }) => deal.companyName);

export { shouldRevalidate } from '~/ui/form/client-action';

export { loader } from './view.server';

export default function DealRoute() {
  return (
    <AppLayout>
      <DealPage {...useLoaderData<typeof loader>()} />
    </AppLayout>
  );
}
