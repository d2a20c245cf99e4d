import { useLoaderData } from '@remix-run/react';
import { DELETE_DEAL_QUESTION } from '~/ui/deal-list/row-links';
import { ConfirmPage } from '~/ui/form/confirm-page';
import { createTitleMeta } from '~/ui/layout/document-head';
import type { loader } from './view.server';

export const meta = createTitleMeta('Delete deal');

export { action } from './form.server';
export { loader } from './view.server';

export default function DeleteDeal() {
  const { companyName, back } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage title={`Delete ${companyName}`} back={back} button="Delete">
      <p className="mt-2">{DELETE_DEAL_QUESTION}</p>
    </ConfirmPage>
  );
}
