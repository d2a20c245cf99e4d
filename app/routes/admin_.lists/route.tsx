import { useLoaderData } from '@remix-run/react';
import { AdminPage } from '~/ui/admin/admin-layout';
import { useReply } from '~/ui/form/client-action';
import { createTitleMeta } from '~/ui/layout/document-head';
import type { action } from './form.server';
import { OptionLists } from './option-lists';
import type { loader } from './view.server';

export const meta = createTitleMeta('Lists');

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export { action } from './form.server';
export { loader } from './view.server';

export default function OptionListsPage() {
  const { figures, ...view } = useLoaderData<typeof loader>();
  const reply = useReply<typeof action>();
  return (
    <AdminPage title="Lists" figures={figures}>
      <p className="mb-3 text-ink-muted">
        The values to choose from in deals and accounts. A retired entry stays where it is used but
        is no longer offered.
      </p>
      <OptionLists {...view} reply={reply} />
    </AdminPage>
  );
}
