import { Link } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { getDealRowId } from '~/address/return-paths';
import { formatNumber } from '~/domain/text/text';
import { DealFacts, DealRecord } from '~/ui/deal/deal-facts';
import { Dialog } from '~/ui/dialog/dialog';
import { Icon } from '~/ui/icon';
import { CLOSED_DIALOGS, useAddress } from '~/ui/layout/address';
import { useFromQuery } from '~/ui/layout/from-query';
import { MeetingLinks } from '~/ui/meeting/follow-up';
import type { DetailsView } from './details-view.server';

export default function DetailsDialog({ details }: { details: DetailsView }) {
  const address = useAddress();
  const from = useFromQuery();
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    content.current?.closest('dialog')?.scrollTo({ top: 0 });
  }, [details.id]);
  return (
    <Dialog
      title={
        <>
          <bdi>{details.companyName}</bdi> - Company Details
        </>
      }
      close={address(CLOSED_DIALOGS)}
      row={getDealRowId(details.id)}
    >
      <div ref={content} className="details text-text">
        {details.listPosition && (
          <NeighbourLinks company={details.companyName} {...details.listPosition} />
        )}
        <DealRecord deal={details} back={address(CLOSED_DIALOGS)} />
        <DealFacts {...details} />
        <p className="flex flex-wrap gap-2">
          {details.canEdit && (
            <>
              <MeetingLinks id={details.id} due={details.due} query={from} />
              <Link to={`/pipeline/${details.id}/evaluation${from}`} className="btn">
                Open evaluation
              </Link>
              <Link to={`/pipeline/${details.id}/edit${from}`} className="btn">
                Edit deal
              </Link>
            </>
          )}
          <Link to={`/pipeline/${details.id}/history${from}`} className="btn">
            History
          </Link>
          <Link to={`/pipeline/${details.id}${from}`} className="btn">
            Open deal page
          </Link>
        </p>
      </div>
    </Dialog>
  );
}

type ListPosition = NonNullable<DetailsView['listPosition']>;

/** Rendered for the keys k and j too (see layout/shortcuts). */
interface NeighbourLinksProps extends ListPosition {
  company: string;
}

function NeighbourLinks({ company, position, total, previous, next }: NeighbourLinksProps) {
  const address = useAddress();
  const to = ({ id, page }: NonNullable<ListPosition['next']>) =>
    address({ ...CLOSED_DIALOGS, details: id, page: page > 1 ? page : undefined });
  const common = { preventScrollReset: true, replace: true, className: 'btn' };
  return (
    <nav aria-label="Deals in this list" className="flex flex-wrap items-center gap-2">
      {previous && (
        <Link to={to(previous)} rel="prev" aria-label="Previous deal" title="k" {...common}>
          <Icon name="back" />
          Previous
        </Link>
      )}
      {next && (
        <Link to={to(next)} rel="next" aria-label="Next deal" title="j" {...common}>
          Next
          <Icon name="back" className="rotate-180" />
        </Link>
      )}
      <span className="muted ml-auto tabular" role="status">
        <span className="sr-only">{`${company}, `}</span>
        {formatNumber(position)} of {formatNumber(total)}
      </span>
    </nav>
  );
}
