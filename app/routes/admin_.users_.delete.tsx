import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { explainCannotDeleteUser } from '~/domain/access';
import { deleteUsers } from '~/domain/operations/trash/delete-users.server';
import { getDisplayName } from '~/domain/person/names';
import { formatCount } from '~/domain/text/text';
import { findUsersWithDealCounts } from '~/domain/user/list.server';
import { listOwnerChoices } from '~/domain/user/owner-choices.server';
import { replyWithChosenOwner } from '~/http/forms/reply.server';
import {
  readSelection,
  redirectAfterDeletion,
  redirectNothingSelected,
  TRANSFER_FIELDS,
} from '~/http/forms/selection.server';
import { readForm } from '~/http/request/form.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { requireStaff } from '~/http/session/guards.server';
import { catchDomainError } from '~/result.server';
import { ConfirmPage, NameList } from '~/ui/form/confirm-page';
import { RecipientPicker } from '~/ui/form/owner-picker';
import { createTitleMeta } from '~/ui/layout/document-head';

export const meta = createTitleMeta('Delete users');

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireStaff(request);
  const { searchParams } = new URL(request.url);
  const back = parseSafePath(searchParams.get('back')) ?? '/admin';
  const ids = readSelection(searchParams);
  if (!ids.length) throw await redirectNothingSelected(back, 'user');
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

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireStaff(request);
  const form = await readForm(request, TRANSFER_FIELDS);
  const back = parseSafePath(form.get('back')) ?? '/admin';
  const ids = readSelection(form);
  if (!ids.length) return redirectNothingSelected(back, 'user');
  const chosen = form.get('owner') ?? '';
  const { value, refused } = await catchDomainError(() => deleteUsers(viewer, ids, chosen));
  if (refused) return replyWithChosenOwner(chosen, refused);
  return redirectAfterDeletion(back, 'user', { selected: ids.length, ...value });
}

export default function DeleteUsers() {
  const { ids, back, deletable, choices, skipped, missing } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
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
      fields={choices && <RecipientPicker choices={choices} {...refused} />}
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
