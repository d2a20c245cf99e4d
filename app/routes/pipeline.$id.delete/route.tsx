import { Link, useLoaderData } from '@remix-run/react';
import { DELETE_DEAL_QUESTION } from '~/ui/deal-list/row-links';
import { ConfirmPage } from '~/ui/form/confirm-page';
import { ErrorSummary } from '~/ui/form/error-summary';
import { useReply } from '~/ui/form/unsent-form';
import { createTitleMeta } from '~/ui/layout/document-head';
import type { action } from './form.server';
import type { loader } from './view.server';

export const meta = createTitleMeta('Delete deal');

export {
  clientAction,
  handle,
  revalidateOnConflict as shouldRevalidate,
} from '~/ui/form/unsent-form';

export { action } from './form.server';
export { loader } from './view.server';

export default function DeleteDeal() {
  const { id, companyName, version, back } = useLoaderData<typeof loader>();
  const failure = useReply<typeof action>()?.failure;
  return (
    <ConfirmPage
      title={`Delete ${companyName}`}
      back={back}
      button="Delete"
      fields={<input type="hidden" name="seen" value={version} />}
    >
      {failure && (
        <>
          <ErrorSummary title="Not deleted" text={failure} />
          <p className="mt-2">
            <Link to={`/pipeline/${id}`} className="link">
              See what it is now
            </Link>
            , or delete it all the same.
          </p>
        </>
      )}
      <p className="mt-2">{DELETE_DEAL_QUESTION}</p>
    </ConfirmPage>
  );
}
