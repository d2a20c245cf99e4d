import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { OPTION_LISTS_FORM } from '~/domain/fund/schema';
import { findOptionListDefinition } from '~/domain/option-list/definitions';
import { buildRecord } from '~/domain/record';
import { getAdminStats } from '~/domain/user/admin-stats.server';
import { replyWithSentForm } from '~/http/forms/reply.server';
import { readForm } from '~/http/request/form.server';
import { requireAdmin } from '~/http/session/guards.server';
import { makeToast, redirectWithToast } from '~/http/session/toast.server';
import { catchDomainError } from '~/result.server';
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

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireAdmin(request);
  const form = await readForm(request, OPTION_LISTS_FORM);
  const { value, refused } = await catchDomainError(() => runIntent(viewer, form));
  if (refused)
    return replyWithSentForm(
      buildRecord(OPTION_LISTS_FORM.text, (name) => form.get(name) ?? ''),
      refused,
    );
  if ('retire' in value) return redirect(`/admin/lists/${value.retire}`);
  const list = findOptionListDefinition(form.get('list'));
  const back = list ? `/admin/lists?list=${list.name}` : '/admin/lists';
  return redirectWithToast(back, makeToast('Success', value.done));
}

export default function OptionListsPage() {
  const { figures, ...view } = useLoaderData<typeof loader>();
  const reply = useReply<typeof action>();
  return (
    <AdminPage title="Lists" figures={figures}>
      <p className="mb-3 text-ink-muted">
        The values to choose from in deals and accounts. A retired entry stays where it is used but
        is no longer offered.
      </p>
      <OptionLists {...view} refused={reply} />
    </AdminPage>
  );
}
