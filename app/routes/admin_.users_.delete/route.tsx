import { useLoaderData } from '@remix-run/react';
import { formatCount } from '~/domain/text/text';
import { ConfirmPage, NameList } from '~/ui/form/confirm-page';
import { ErrorSummary } from '~/ui/form/error-summary';
import { RecipientPicker } from '~/ui/form/owner-picker';
import { useReply } from '~/ui/form/unsent-form';
import { createTitleMeta } from '~/ui/layout/document-head';
import type { action } from './form.server';
import type { loader } from './view.server';

export const meta = createTitleMeta('Delete users');

export {
  clientAction,
  handle,
  revalidateOnConflict as shouldRevalidate,
} from '~/ui/form/unsent-form';

export { action } from './form.server';
export { loader } from './view.server';

export default function DeleteUsers() {
  const { ids, back, deletable, choices, skipped, missing } = useLoaderData<typeof loader>();
  const reply = useReply<typeof action>();
  const failure = reply && 'failure' in reply ? reply.failure : undefined;
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
      fields={
        <>
          <input type="hidden" name="seenDeals" value={sumDeals(deletable)} />
          {choices && (
            <RecipientPicker choices={choices} chosen={reply?.chosen} error={reply?.error} />
          )}
        </>
      }
    >
      {failure && <ErrorSummary title="Nothing was deleted" text={failure} />}
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

function sumDeals(users: DeletableUsers): number {
  return users.reduce((sum, { deals }) => sum + deals, 0);
}

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
