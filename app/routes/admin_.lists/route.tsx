import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { OPTION_LISTS_FORM } from '~/domain/fund/schema';
import { findOptionListDefinition } from '~/domain/option-list/definitions';
import { buildRecord } from '~/domain/record';
import { getAdminStats } from '~/domain/user/admin-stats.server';
import { formAction } from '~/http/forms/form-action.server';
import { replyWithSentForm } from '~/http/forms/reply.server';
import { requireAdmin } from '~/http/session/guards.server';
import { AdminPage } from '~/ui/admin/admin-layout';
import { useReply } from '~/ui/form/client-action';
import { createTitleMeta } from '~/ui/layout/document-head';
import { runIntent } from './form.server';
import { OptionLists } from './option-lists';
import { loadOptionListsView } from './view.server';

export const meta = createTitleMeta('Lists');

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireAdmin(request);
  return { figures: await getAdminStats(viewer), ...(await loadOptionListsView(viewer)) };
}

export const action = formAction({
  access: 'admin',
  fields: OPTION_LISTS_FORM,
  async handler({ viewer, form }) {
    const result = await runIntent(viewer, form);
    if ('retire' in result) return { redirectTo: `/admin/lists/${result.retire}` };
    const list = findOptionListDefinition(form.get('list'));
    return {
      redirectTo: list ? `/admin/lists?list=${list.name}` : '/admin/lists',
      toast: { title: 'Success', text: result.done },
    };
  },
  onError(error, { form }) {
    const sent = buildRecord(OPTION_LISTS_FORM.text, (name) => form.get(name) ?? '');
    return replyWithSentForm(sent, error);
  },
});

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
