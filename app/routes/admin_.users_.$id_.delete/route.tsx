import { useLoaderData } from '@remix-run/react';
import { formatCount } from '~/domain/text/text';
import { getDeleteUserQuestion } from '~/ui/admin/delete-user-question';
import { ConfirmPage } from '~/ui/form/confirm-page';
import { ErrorSummary } from '~/ui/form/error-summary';
import { RecipientPicker } from '~/ui/form/owner-picker';
import { useReply } from '~/ui/form/unsent-form';
import { createTitleMeta } from '~/ui/layout/document-head';
import type { action } from './form.server';
import type { loader } from './view.server';

export const meta = createTitleMeta('Delete user');

export {
  clientAction,
  handle,
  revalidateOnConflict as shouldRevalidate,
} from '~/ui/form/unsent-form';

export { action } from './form.server';
export { loader } from './view.server';

export default function DeleteUser() {
  const { name, email, deals, back, choices } = useLoaderData<typeof loader>();
  const reply = useReply<typeof action>();
  const failure = reply && 'failure' in reply ? reply.failure : undefined;
  return (
    <ConfirmPage
      title="Delete user"
      back={back}
      button="Delete"
      fields={
        <>
          <input type="hidden" name="seenDeals" value={deals} />
          {choices && (
            <RecipientPicker choices={choices} chosen={reply?.chosen} error={reply?.error} />
          )}
        </>
      }
    >
      {failure && <ErrorSummary title="Not deleted" text={failure} />}
      <p className="mt-2 break-words">{getDeleteUserQuestion(name)}</p>
      <p className="mt-1 break-words text-ink-muted">
        {email} · {formatCount(deals, 'pipeline')}
      </p>
    </ConfirmPage>
  );
}
