import { Link, useLocation } from '@remix-run/react';
import type { TransferNotice } from '~/domain/operations/transfer-notices.server';
import { formatCount, formatNumber } from '~/domain/text/text';
import { ButtonForm } from '~/ui/form/button-form';
import { CLOSED_DIALOGS, useAddress } from '~/ui/layout/address';
import { usePrefetchedRoutes } from '~/ui/layout/prefetch-routes';

const FORM_ROUTES = ['handed-over'];

export default function ReceivedTransfers({ transfers }: { transfers: TransferNotice[] }) {
  usePrefetchedRoutes(FORM_ROUTES);
  return (
    <section aria-label="Transferred to you" className="mt-2 grid gap-2">
      {transfers.map((transfer) => (
        <ReceivedTransfer key={transfer.senderId} {...transfer} />
      ))}
    </section>
  );
}

function ReceivedTransfer({ senderId, sender, deals, listedDeals, until }: TransferNotice) {
  const address = useAddress();
  const { pathname, search } = useLocation();
  const who = sender ?? 'A former colleague';
  const moreCount = deals - listedDeals.length;
  return (
    <div className="notice items-center py-0.5">
      <p className="min-w-0 flex-1 break-words">
        <strong className="font-semibold">{who}</strong> transferred {formatCount(deals, 'deal')} to
        you:{' '}
        {listedDeals.map(({ id, company }, n) => (
          <span key={id}>
            {n > 0 && ', '}
            <Link
              to={address({ ...CLOSED_DIALOGS, details: id })}
              preventScrollReset
              className="link font-medium"
            >
              {company}
            </Link>
          </span>
        ))}
        {moreCount > 0 && ` and ${formatNumber(moreCount)} more`}
      </p>
      <ButtonForm action="/handed-over" failure="Not dismissed">
        <input type="hidden" name="by" value={senderId ?? ''} />
        <input type="hidden" name="until" value={until} />
        <input type="hidden" name="back" value={pathname + search} />
        <button className="btn" aria-label={`Dismiss: transferred by ${who}`}>
          Dismiss
        </button>
      </ButtonForm>
    </div>
  );
}
