import { Link } from '@remix-run/react';
import { getScoreTone } from '~/domain/score/score';
import { DealRecord } from '~/ui/deal/deal-facts';
import { Menu } from '~/ui/dialog/menu';
import { Icon } from '~/ui/icon';
import { BackLink } from '~/ui/layout/back-link';
import { useFromQuery } from '~/ui/layout/from-query';
import { AskedRoundLine } from '~/ui/round/asked-rounds';
import { Decisions, OpenConditions } from './decisions';
import type { DealView } from './view.server';

export function DealHead({ deal, back, here }: { deal: DealView; back: string; here: string }) {
  const { companyName, urgent, score } = deal;
  return (
    <header className="deal-head">
      <p className="col-span-full">
        <BackLink to={back}>Back to the list</BackLink>
      </p>
      <div className="deal-title flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-figure">{companyName}</h1>
        {urgent && (
          <span className="inline-flex items-center gap-1 text-danger">
            <Icon name="urgent" label="Priority" />
            <span className="pill pill-urgent">URGENT</span>
          </span>
        )}
        <p className={`score tone-${getScoreTone(score)}`}>
          {score === null ? 'Not scored' : `Score ${score.toFixed(1)}/10`}
        </p>
      </div>
      <DealActions deal={deal} back={back} />
      <DealNotices deal={deal} here={here} />
    </header>
  );
}

function DealActions({ deal, back }: { deal: DealView; back: string }) {
  const { id } = deal;
  const from = useFromQuery();
  return (
    <nav aria-label="Deal" className="deal-actions flex flex-wrap items-start gap-2 md:justify-end">
      {deal.canEdit ? (
        <>
          <Link to={`/pipeline/${id}/evaluation${from}`} className="btn btn-primary">
            <Icon name="evaluate" />
            Evaluate
          </Link>
          <Link to={`/pipeline/${id}/edit${from}`} className="btn">
            <Icon name="edit" />
            Edit
          </Link>
        </>
      ) : (
        deal.asked[0] && (
          <Link to={deal.asked[0].path} className="btn btn-primary">
            Your scorecard
          </Link>
        )
      )}
      <Menu label="More">
        <Link to={`/pipeline/${id}/history${from}`}>History</Link>
        <button type="button" className="noscript:hidden" onClick={() => window.print()}>
          Print
        </button>
        <Link to={`/pipeline/${id}/memo`}>Memo</Link>
        <Link to={`/pipeline/${id}/rounds`}>Rounds</Link>
        {deal.canManageDeal && <Link to={`/pipeline/${id}/share`}>Share</Link>}
        {deal.canManageDeal && <Link to={`/pipeline/${id}/merge${from}`}>Merge</Link>}
        {deal.canManageDeal && (
          <Link
            to={`/pipeline/${id}/delete?${new URLSearchParams({ back: back.split('#', 1)[0]! })}`}
            className="destructive"
          >
            Delete
          </Link>
        )}
      </Menu>
    </nav>
  );
}

function DealNotices({ deal, here }: { deal: DealView; here: string }) {
  const { id } = deal;
  const from = useFromQuery();
  return (
    <div className="col-span-full grid gap-1">
      {deal.asked.map((round) => (
        <AskedRoundLine key={round.id} round={round} />
      ))}
      <DealRecord deal={deal} back={here} stageHistory={deal.stageHistory} isLine />
      {deal.lookAgain && <p>Look again on {deal.lookAgain}</p>}
      <Decisions id={id} decisions={deal.decisions} canEdit={deal.canEdit} />
      <OpenConditions
        id={id}
        conditions={deal.conditions}
        moreConditions={deal.moreConditions}
        back={here}
        canEdit={deal.canEdit}
      />
      {deal.hasMoreMerged && (
        <p>
          To split earlier merges, open the{' '}
          <Link to="/deleted" className="link">
            deleted deals
          </Link>
        </p>
      )}
      {deal.merged.map(({ id: mergeId, company, at }) => (
        <p key={mergeId}>
          {`Merged with ${company} on ${at} `}
          <Link
            to={`/pipeline/${id}/merge/${mergeId}${from}`}
            className="link link-quiet ml-3 inline-block whitespace-nowrap"
          >
            Split again
          </Link>
        </p>
      ))}
    </div>
  );
}
