import { Link, useLoaderData } from '@remix-run/react';
import styles from '~/styles/review.css?url';
import { FirstDealLinks } from '~/ui/deal/first-deal';
import { AppLayout } from '~/ui/layout/app-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { AskedRounds } from '~/ui/round/asked-rounds';
import { FoundNotes, Mentions, NoteSearch } from './notes';
import { ReviewFilters, ReviewHead } from './review-head';
import { ReviewSections, SectionCounts } from './review-section';
import type { loader } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Review');

export { shouldRevalidate } from '~/ui/form/client-action';

export { loader } from './view.server';

export default function ReviewPage() {
  const view = useLoaderData<typeof loader>();
  const { query, notes, sections } = view;
  return (
    <AppLayout>
      <ReviewHead {...view} />
      <div className="review-tools mt-2 print:hidden mb-3 flex flex-wrap gap-x-4 gap-y-2">
        <ReviewFilters query={query} owners={view.owners} notes={notes?.search} />
        <NoteSearch value={notes?.search ?? ''} />
      </div>
      {notes && <FoundNotes hits={notes} />}
      <AskedRounds {...view.asked} className="my-5 print:hidden" />
      <Mentions mentions={view.mentions} />
      {view.hasAny ? (
        <>
          <SectionCounts sections={sections} />
          <ReviewSections sections={sections} lostStage={view.lostStage} />
        </>
      ) : (
        <NoDeals isFiltered={Boolean(query.userId || query.group || query.owner)} />
      )}
    </AppLayout>
  );
}

function NoDeals({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <div className="card mt-4 text-center">
        <p className="text-title font-semibold">No deals here</p>
        <p className="mt-1 text-ink-muted">This owner or group has no deals.</p>
        <Link to="/review" className="btn mt-4">
          Review all deals
        </Link>
      </div>
    );
  return (
    <div className="card mt-4 text-center">
      <p className="text-title font-semibold">Nothing to review yet</p>
      <p className="mx-auto mt-1 max-w-[56ch] text-ink-muted">
        Once you have deals, this page shows those that need attention: urgent ones, follow-ups that
        are due or overdue, what is new since Monday, and what has been quiet for three weeks.
      </p>
      <FirstDealLinks />
    </div>
  );
}
