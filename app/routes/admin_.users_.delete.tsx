import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { explainCannotDeleteUser } from '~/domain/access';
import { deleteUsers } from '~/domain/operations/trash/delete-users.server';
import { getDisplayName } from '~/domain/person/names';
import { formatCount } from '~/domain/text/text';
import { findUsersWithDealCounts } from '~/domain/user/list.server';
import { listOwnerChoices } from '~/domain/user/owner-choices.server';
import { formAction } from '~/http/forms/form-action.server';
import { replyWithChosenOwner } from '~/http/forms/reply.server';
import {
  buildDeletionRedirect,
  buildNothingSelectedRedirect,
  readSelection,
  TRANSFER_FIELDS,
} from '~/http/forms/selection.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { requireStaff } from '~/http/session/guards.server';
import { respondWithRedirect } from '~/http/session/toast.server';
import { ConfirmPage, NameList } from '~/ui/form/confirm-page';
import { RecipientPicker } from '~/ui/form/owner-picker';
import { createTitleMeta } from '~/ui/layout/document-head';

export const meta = createTitleMeta('Delete users');

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireStaff(request);
  const { searchParams } = new URL(request.url);
  const back = parseSafePath(searchParams.get('back')) ?? '/admin';
  const ids = readSelection(searchParams);
  if (!ids.length) throw await respondWithRedirect(buildNothingSelectedRedirect(back, 'user'));
  const users = await findUsersWithDealCounts(viewer, ids);
  const rows = users.map((user) => ({
    id: user.id,
    name: getDisplayName(user),
    email: user.email,
    deals: user.deals,
    why: explainCannotDeleteUser(viewer, user),
  }));
  const deletable = rows.filter(({ why }) => !why);
  return {
    ids,
    back,
    deletable,
    choices: deletable.some(({ deals }) => deals)
      ? await listOwnerChoices(
          searchParams.get('find'),
          deletable.map(({ id }) => id),
        )
      : undefined,
    skipped: rows.filter(({ why }) => why),
    missing: ids.length - rows.length,
  };
}

export const action = formAction({
  access: 'staff',
  fields: TRANSFER_FIELDS,
  async handler({ viewer, form }) {
    const back = parseSafePath(form.get('back')) ?? '/admin';
    const ids = readSelection(form);
    if (!ids.length) return buildNothingSelectedRedirect(back, 'user');
    const deletion = await deleteUsers(viewer, ids, form.get('owner') ?? '');
    return buildDeletionRedirect(back, 'user', { selected: ids.length, ...deletion });
  },
  onError: (error, { form }) => replyWithChosenOwner(form, error),
});

export default function DeleteUsers() {
  const { ids, back, deletable, choices, skipped, missing } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const selection = formatCount(deletable.length, 'user');
  const skippedUsers = skipped.map(({ id, name, why }) => ({ id, name, note: why }));
  if (missing)
    skippedUsers.push({
      id: 'missing',
      name: formatCount(missing, 'user'),
      note: 'already deleted',
    });
  return (
    <ConfirmPage
      title={deletable.length ? `Delete ${selection}?` : 'Nothing to delete'}
      back={back}
      ids={ids}
      button={deletable.length ? `Delete ${selection}` : undefined}
      fields={choices && <RecipientPicker choices={choices} {...reply} />}
    >
      {deletable.length > 0 && <DeletableUserList users={deletable} />}
      {skippedUsers.length > 0 && (
        <>
          <h2 className="mt-4">Skipped</h2>
          <NameList label="Skipped" rows={skippedUsers} />
        </>
      )}
    </ConfirmPage>
  );
}

type DeletableUsers = ReturnType<typeof useLoaderData<typeof loader>>['deletable'];

function DeletableUserList({ users }: { users: DeletableUsers }) {
  const rows = users.map(({ id, name, email, deals }) => ({
    id,
    name,
    note: [name !== email && email, formatCount(deals, 'pipeline')].filter(Boolean).join(' · '),
  }));
  return (
    <>
      <p className="mt-2">
        All of {users.length === 1 ? "this user's" : "these users'"} pipelines are deleted too.
      </p>
      <NameList label="To be deleted" rows={rows} />
    </>
  );
}
