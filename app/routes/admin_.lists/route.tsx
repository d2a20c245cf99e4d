import { createTitleMeta } from '~/ui/layout/document-head';
import { type LoaderFunctionArgs, type ActionFunctionArgs, redirect } from '@remix-run/node';
import { requireAdmin } from '~/http/session/guards.server';
import { getAdminStats } from '~/domain/user/admin-stats.server';
import { loadOptionListsView } from './view.server';
import { readForm } from '~/http/request/form.server';
import { OPTION_LISTS_FORM } from '~/domain/fund/schema';
import { catchDomainError } from '~/result.server';
import { replyWithSentForm } from '~/http/forms/reply.server';
import { buildRecord } from '~/domain/record';
import { findOptionListDefinition } from '~/domain/option-list/definitions';
import { redirectWithToast, makeToast } from '~/http/session/toast.server';
import { useLoaderData } from '@remix-run/react';
import { useReply } from '~/ui/form/client-action';
import { AdminPage } from '~/ui/admin/admin-layout';
import { OptionLists } from './option-lists';
import { runIntent } from './form.server';

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
