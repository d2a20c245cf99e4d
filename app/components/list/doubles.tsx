import { Link, useLocation } from '@remix-run/react';
import type { ComparedView, DoublesView } from '~/screens/dashboard/doubles.server';
import { ComparedDeals, listOf } from './compared-deals';
import { DoublesTable } from './doubles-table';
import { Pager } from './pager';

export interface DoublesData {
  compared?: ComparedView;
  doubles?: DoublesView;
}

export function doublesTitle({ compared }: DoublesData): string {
  const [first] = compared?.deals ?? [];
  return first ? `Duplicates of ${first.companyName}` : 'Duplicates';
}

/** The deals of one company side by side, or the list of such companies (rules 16.87 and 16.88). */
export function Doubles({ compared, doubles }: DoublesData) {
  return (
    <>
      {compared && <ComparedDeals compared={compared} />}
      {doubles && <AllDoubles {...doubles} />}
    </>
  );
}

function AllDoubles({ groups, pager }: DoublesView) {
  const { pathname } = useLocation();
  return (
    <>
      <p className="mb-3 text-ink-muted">
        Deals whose company has the same name, apart from case, punctuation, accents and legal form.{' '}
        <Link to={listOf(pathname)} className="link">
          Back to the list
        </Link>
      </p>
      <DoublesTable groups={groups} />
      <Pager {...pager} noun="companies" />
    </>
  );
}
