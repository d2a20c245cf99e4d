import { Link, useLocation } from '@remix-run/react';
import { type DealQuery, hasFilters } from '~/domain/deal/query';
import { FirstDealLinks } from '~/ui/deal/first-deal';

export function EmptyList({ query }: { query: DealQuery }) {
  return hasFilters(query) ? <NoMatchingDeals /> : <NoDeals />;
}

function NoDeals() {
  return (
    <>
      <p className="text-title font-semibold">No pipelines found</p>
      <p className="mt-1 text-ink-muted">Create your first deal pipeline to get started</p>
      <FirstDealLinks />
    </>
  );
}

function NoMatchingDeals() {
  const { pathname } = useLocation();
  return (
    <>
      <p className="text-title font-semibold">No matching deals</p>
      <p className="mt-1 text-ink-muted">Change or clear the filters to see deals.</p>
      <Link to={pathname} className="btn mt-4">
        Clear filters
      </Link>
    </>
  );
}
