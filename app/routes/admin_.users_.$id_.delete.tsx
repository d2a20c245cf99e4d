import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { explainCannotDeleteUser } from '~/domain/access';
import { deleteUser } from '~/domain/operations/trash/delete-users.server';
import { getDisplayName } from '~/domain/person/names';
import { formatCount } from '~/domain/text/text';
import { findUsersWithDealCounts } from '~/domain/user/list.server';
import { listOwnerChoices } from '~/domain/user/owner-choices.server';
import { forbidden, notFound } from '~/errors';
import { replyWithChosenOwner } from '~/http/forms/reply.server';
import { readForm } from '~/http/request/form.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { requireStaff } from '~/http/session/guards.server';
import { makeToast, redirectWithToast } from '~/http/session/toast.server';
import { catchDomainError } from '~/result.server';
import { getDeleteUserQuestion } from '~/ui/admin/delete-user-question';
import { ConfirmPage } from '~/ui/form/confirm-page';
import { RecipientPicker } from '~/ui/form/owner-picker';
import { createTitleMeta } from '~/ui/layout/document-head';

export const meta = createTitleMeta('Delete user');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireStaff(request);
  const [user] = await findUsersWithDealCounts(viewer, [params.id!]);
  if (!user) throw notFound('User not found');
  const why = explainCannotDeleteUser(viewer, user);
  if (why) throw forbidden(`Not deleted: ${why}.`);
  const { searchParams } = new URL(request.url);
  return {
    choices: user.deals ? await listOwnerChoices(searchParams.get('find'), [user.id]) : undefined,
    name: getDisplayName(user),
    email: user.email,
    deals: user.deals,
    back: parseSafePath(searchParams.get('back')) ?? '/admin',
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireStaff(request);
  const form = await readForm(request, { text: ['back', 'owner'] });
  const back = parseSafePath(form.get('back')) ?? '/admin';
  const chosen = form.get('owner') ?? '';
  const { refused } = await catchDomainError(() => deleteUser(viewer, params.id!, chosen));
  if (refused?.status === 400) return replyWithChosenOwner(chosen, refused);
  if (refused)
    return redirectWithToast(back, makeToast('Failed to delete user', refused.message, true));
  return redirectWithToast(back, makeToast('Success', 'User deleted successfully'));
}

export default function DeleteUser() {
  const { name, email, deals, back, choices } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <ConfirmPage
      title="Delete user"
      back={back}
      button="Delete"
      fields={choices && <RecipientPicker choices={choices} {...refused} />}
    >
      <p className="mt-2 break-words">{getDeleteUserQuestion(name)}</p>
      <p className="mt-1 break-words text-ink-muted">
        {email} · {formatCount(deals, 'pipeline')}
      </p>
    </ConfirmPage>
  );
}
