import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireStaff } from '~/web/auth.server';
import { Confirm } from '~/components/forms/confirm';
import { PRODUCT } from '~/components/frame/frame';
import { NewOwnerField } from '~/components/forms/new-owner-field';
import { deleteUserSentence } from '~/components/admin/users-table';
import { attempt, forbidden, notFound } from '~/refusal.server';
import { readForm, safePath } from '~/web/request.server';
import { whyNotDelete } from '~/models/access';
import { deleteUser } from '~/models/user/administer.server';
import { findUsers } from '~/models/user/list.server';
import { displayName } from '~/models/text';
import { listPossibleOwners } from '~/models/user/write.server';
import { makeToast, redirectWithToast } from '~/web/toast.server';

export const meta: MetaFunction = () => [{ title: `Delete user · ${PRODUCT}` }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireStaff(request);
  const [user] = await findUsers(viewer, [params.id!]);
  if (!user) throw notFound('User not found');
  const why = whyNotDelete(viewer, user);
  if (why) throw forbidden(`Not deleted: ${why}.`);
  return {
    possibleOwners: user.deals ? await listPossibleOwners() : [],
    name: displayName(user),
    email: user.email,
    deals: user.deals,
    back: safePath(new URL(request.url).searchParams.get('back')) ?? '/admin',
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireStaff(request);
  const form = await readForm(request, { text: ['back', 'owner'] });
  const back = safePath(form.get('back')) ?? '/admin';
  const newOwner = form.get('owner') ?? '';
  const { refused } = await attempt(() => deleteUser(viewer, params.id!, newOwner));
  if (refused) {
    const why = refused.errors?.[0]?.message ?? refused.message;
    return redirectWithToast(back, makeToast('Failed to delete user', why, true));
  }
  return redirectWithToast(back, makeToast('Success', 'User deleted successfully'));
}

export default function DeleteUser() {
  const { name, email, deals, back, possibleOwners } = useLoaderData<typeof loader>();
  return (
    <Confirm
      title="Delete user"
      back={back}
      button="Delete"
      fields={
        deals > 0 && (
          <NewOwnerField
            label="Or give the pipelines to a colleague first (email)"
            possibleOwners={possibleOwners.filter((newOwner) => newOwner.email !== email)}
          />
        )
      }
    >
      <p className="mt-2 break-words">{deleteUserSentence(name)}</p>
      <p className="mt-1 break-words text-ink-muted">
        {email} · {deals === 1 ? '1 pipeline' : `${deals.toLocaleString('en')} pipelines`}
      </p>
    </Confirm>
  );
}
