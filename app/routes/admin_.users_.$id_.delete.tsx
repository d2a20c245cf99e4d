import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireStaff } from '~/web/session/auth.server';
import { Confirm } from '~/components/forms/confirm';
import { titled } from '~/components/frame/head';
import { RecipientPicker } from '~/components/forms/owner-picker';
import { deleteUserSentence } from '~/components/admin/users-table';
import { attempt } from '~/attempt.server';
import { forbidden, notFound } from '~/refusal';
import { refusedChoice } from '~/web/forms/reply.server';
import { readForm, safePath } from '~/web/forms/request.server';
import { whyNotDelete } from '~/models/access';
import { findUsers } from '~/models/user/list.server';
import { counted, displayName } from '~/models/text';
import { ownerChoices } from '~/models/user/owners.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';
import { deleteUser } from '~/models/trash/delete-users.server';

export const meta = titled('Delete user');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireStaff(request);
  const [user] = await findUsers(viewer, [params.id!]);
  if (!user) throw notFound('User not found');
  const why = whyNotDelete(viewer, user);
  if (why) throw forbidden(`Not deleted: ${why}.`);
  const { searchParams } = new URL(request.url);
  return {
    choices: user.deals ? await ownerChoices(searchParams, [user.id]) : undefined,
    name: displayName(user),
    email: user.email,
    deals: user.deals,
    back: safePath(searchParams.get('back')) ?? '/admin',
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireStaff(request);
  const form = await readForm(request, { text: ['back', 'owner'] });
  const back = safePath(form.get('back')) ?? '/admin';
  const chosen = form.get('owner') ?? '';
  const { refused } = await attempt(() => deleteUser(viewer, params.id!, chosen));
  if (refused?.status === 400) return refusedChoice(chosen, refused);
  if (refused)
    return redirectWithToast(back, makeToast('Failed to delete user', refused.message, true));
  return redirectWithToast(back, makeToast('Success', 'User deleted successfully'));
}

export default function DeleteUser() {
  const { name, email, deals, back, choices } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <Confirm
      title="Delete user"
      back={back}
      button="Delete"
      fields={choices && <RecipientPicker choices={choices} {...refused} />}
    >
      <p className="mt-2 break-words">{deleteUserSentence(name)}</p>
      <p className="mt-1 break-words text-ink-muted">
        {email} · {counted(deals, 'pipeline')}
      </p>
    </Confirm>
  );
}
