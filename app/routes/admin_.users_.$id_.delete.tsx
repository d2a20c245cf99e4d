import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { explainCannotDeleteUser } from '~/domain/access';
import { deleteUser } from '~/domain/operations/trash/delete-users.server';
import { getDisplayName } from '~/domain/person/names';
import { formatCount } from '~/domain/text/text';
import { findUsersWithDealCounts } from '~/domain/user/list.server';
import { listOwnerChoices } from '~/domain/user/owner-choices.server';
import { forbidden, notFound } from '~/errors';
import { formAction } from '~/http/forms/form-action.server';
import { replyWithChosenOwner } from '~/http/forms/reply.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { requireStaff } from '~/http/session/guards.server';
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

export const action = formAction({
  access: 'staff',
  fields: { text: ['back', 'owner'] },
  async handler({ viewer, params, form }) {
    await deleteUser(viewer, params.id!, form.get('owner') ?? '');
    return {
      redirectTo: parseSafePath(form.get('back')) ?? '/admin',
      toast: { title: 'Success', text: 'User deleted successfully' },
    };
  },
  onError(error, { form }) {
    const reply = replyWithChosenOwner(form, error);
    const redirectTo = parseSafePath(form.get('back')) ?? '/admin';
    const toast = { title: 'Failed to delete user', text: error.message, failed: true };
    return reply ?? { redirectTo, toast };
  },
});

export default function DeleteUser() {
  const { name, email, deals, back, choices } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <ConfirmPage
      title="Delete user"
      back={back}
      button="Delete"
      fields={choices && <RecipientPicker choices={choices} {...reply} />}
    >
      <p className="mt-2 break-words">{getDeleteUserQuestion(name)}</p>
      <p className="mt-1 break-words text-ink-muted">
        {email} · {formatCount(deals, 'pipeline')}
      </p>
    </ConfirmPage>
  );
}
