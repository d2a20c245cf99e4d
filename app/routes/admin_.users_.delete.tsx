import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireStaff } from '~/web/session/auth.server';
import { Confirm, NameList } from '~/components/forms/confirm';
import { RecipientPicker } from '~/components/forms/owner-picker';
import { titled } from '~/components/frame/head';
import { attempt } from '~/attempt.server';
import { refusedChoice } from '~/web/forms/reply.server';
import { readForm, safePath } from '~/web/forms/request.server';
import { whyNotDelete } from '~/models/access';
import { findUsers } from '~/models/user/list.server';
import { ownerChoices } from '~/models/user/owners.server';
import { counted, displayName } from '~/models/text';
import {
  HAND_OVER_FIELDS,
  redirectAfterDeletion,
  redirectNothingSelected,
  readSelection,
} from '~/web/forms/selection.server';
import { deleteUsers } from '~/models/trash/delete-users.server';

export const meta = titled('Delete users');

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireStaff(request);
  const { searchParams } = new URL(request.url);
  const back = safePath(searchParams.get('back')) ?? '/admin';
  const ids = readSelection(searchParams);
  if (!ids.length) throw await redirectNothingSelected(back, 'user');
  const users = await findUsers(viewer, ids);
  const rows = users.map((user) => ({
    id: user.id,
    name: displayName(user),
    email: user.email,
    deals: user.deals,
    why: whyNotDelete(viewer, user),
  }));
  const deletable = rows.filter(({ why }) => !why);
  return {
    ids,
    back,
    deletable,
    choices: deletable.some(({ deals }) => deals)
      ? await ownerChoices(
          searchParams,
          deletable.map(({ id }) => id),
        )
      : undefined,
    kept: rows.filter(({ why }) => why),
    missing: ids.length - rows.length,
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireStaff(request);
  const form = await readForm(request, HAND_OVER_FIELDS);
  const back = safePath(form.get('back')) ?? '/admin';
  const ids = readSelection(form);
  if (!ids.length) return redirectNothingSelected(back, 'user');
  const chosen = form.get('owner') ?? '';
  const { value, refused } = await attempt(() => deleteUsers(viewer, ids, chosen));
  if (refused) return refusedChoice(chosen, refused);
  return redirectAfterDeletion(back, 'user', { selected: ids.length, ...value });
}

export default function DeleteUsers() {
  const { ids, back, deletable, choices, kept, missing } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const selection = counted(deletable.length, 'user');
  const skipped = kept.map(({ id, name, why }) => ({ id, name, note: why }));
  if (missing)
    skipped.push({ id: 'missing', name: counted(missing, 'user'), note: 'already deleted' });
  return (
    <Confirm
      title={deletable.length ? `Delete ${selection}?` : 'Nothing to delete'}
      back={back}
      ids={ids}
      button={deletable.length ? `Delete ${selection}` : undefined}
      fields={choices && <RecipientPicker choices={choices} {...refused} />}
    >
      {deletable.length > 0 && <Deletable users={deletable} />}
      {skipped.length > 0 && (
        <>
          <h2 className="mt-4">Skipped</h2>
          <NameList label="Skipped" rows={skipped} />
        </>
      )}
    </Confirm>
  );
}

type DeletableUsers = ReturnType<typeof useLoaderData<typeof loader>>['deletable'];

function Deletable({ users }: { users: DeletableUsers }) {
  const rows = users.map(({ id, name, email, deals }) => ({
    id,
    name,
    note: [name !== email && email, counted(deals, 'pipeline')].filter(Boolean).join(' · '),
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
