import { useLoaderData } from '@remix-run/react';
import { ConfirmPage } from '~/ui/form/confirm-page';
import { TransferFields } from '~/ui/form/transfer-fields';
import { useReply } from '~/ui/form/unsent-form';
import { createTitleMeta } from '~/ui/layout/document-head';
import type { action } from './form.server';
import type { loader } from './view.server';

export const meta = createTitleMeta('Transfer');

export { clientAction, handle, shouldRevalidate } from '~/ui/form/unsent-form';

export { action } from './form.server';
export { loader } from './view.server';

export default function TransferDeal() {
  const data = useLoaderData<typeof loader>();
  const { company, owner, losesAccess, back, choices, shares } = data;
  const reply = useReply<typeof action>();
  const { stays, keepsShares } = reply ?? data;
  return (
    <ConfirmPage
      title={`Transfer ${company}`}
      back={back}
      button="Transfer"
      isDestructive={false}
      fields={
        <>
          <input type="hidden" name="seen" value={reply?.seen ?? data.seen} />
          <TransferFields choices={choices} reply={reply} shares={shares} keepsShares={keepsShares}>
            <label className="mt-3 flex items-center gap-2">
              <input type="checkbox" name="stays" defaultChecked={stays} />
              Stay as a collaborator
            </label>
          </TransferFields>
        </>
      }
    >
      <p className="mt-2 break-words">{owner ? `The owner is ${owner}.` : 'You are the owner.'}</p>
      {losesAccess && (
        <p className="mt-1 text-ink-muted">
          Afterwards you will no longer see this deal, unless you stay as a collaborator.
        </p>
      )}
    </ConfirmPage>
  );
}
