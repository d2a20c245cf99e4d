import { useLoaderData } from '@remix-run/react';
import { formatCount } from '~/domain/text/text';
import { describeSkipped } from '~/format/operation-result';
import { ConfirmPage, NameList } from '~/ui/form/confirm-page';
import { TransferFields } from '~/ui/form/transfer-fields';
import { useReply } from '~/ui/form/unsent-form';
import { createTitleMeta } from '~/ui/layout/document-head';
import type { action } from './form.server';
import type { loader } from './view.server';

export const meta = createTitleMeta('Transfer deals');

export {
  clientAction,
  handle,
  revalidateOnConflict as shouldRevalidate,
} from '~/ui/form/unsent-form';

export { action } from './form.server';
export { loader } from './view.server';

export default function TransferDeals() {
  const { ids, back, choices, rows, shares, seenOwners, ...data } = useLoaderData<typeof loader>();
  const reply = useReply<typeof action>();
  const { keepsShares } = reply ?? data;
  const selection = formatCount(rows.length, 'deal');
  const missing = ids.length - rows.length;
  return (
    <ConfirmPage
      title={rows.length ? `Transfer ${selection}` : 'Nothing to transfer'}
      back={back}
      ids={ids}
      button={rows.length ? `Transfer ${selection}` : undefined}
      isDestructive={false}
      fields={
        rows.length > 0 && (
          <>
            <input type="hidden" name="seenOwners" value={seenOwners} />
            <TransferFields
              choices={choices}
              reply={reply}
              shares={shares}
              keepsShares={keepsShares}
            />
          </>
        )
      }
    >
      {rows.length > 0 && <NameList label="To be transferred" rows={rows} />}
      {missing > 0 && (
        <p className="mt-3 text-ink-muted">{describeSkipped({ gone: missing, skipReasons: [] })}</p>
      )}
    </ConfirmPage>
  );
}
