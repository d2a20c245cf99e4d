import { Link, useLocation } from '@remix-run/react';
import { formatCount } from '~/domain/text/text';
import { ListTable } from '~/ui/table/list-table';
import { Pager } from '~/ui/table/pager';
import { ComparedDeals, removeDuplicatesSegment } from './compared-deals';
import type { ComparedView, DuplicatesView } from './duplicates-view.server';

export interface DuplicatesData {
  compared?: ComparedView;
  duplicates?: DuplicatesView;
}

export function getDuplicatesTitle({ compared }: DuplicatesData): string {
  const [first] = compared?.deals ?? [];
  return first ? `Duplicates of ${first.companyName}` : 'Duplicates';
}

export function DuplicatesList({ compared, duplicates }: DuplicatesData) {
  return (
    <>
      {compared && <ComparedDeals compared={compared} />}
      {duplicates && <AllDuplicates {...duplicates} />}
    </>
  );
}

function AllDuplicates({ groups, pager }: DuplicatesView) {
  const { pathname } = useLocation();
  return (
    <>
      <p className="mb-3 text-ink-muted">
        Deals whose company has the same name, apart from case, punctuation, accents and legal form.{' '}
        <Link to={removeDuplicatesSegment(pathname)} className="link">
          Back to the list
        </Link>
      </p>
      {groups.length ? (
        <ListTable
          className="pipelines"
          caption="Companies with more than one deal"
          heads={['Company', 'Deals', 'Name, owner, round, created']}
        >
          {groups.map(renderGroupRow)}
        </ListTable>
      ) : (
        <p className="card p-6 text-center">No company has more than one deal.</p>
      )}
      <Pager {...pager} noun="companies" />
    </>
  );
}

function renderGroupRow({ key, deals, named }: DuplicatesView['groups'][number]) {
  const name = named[0]?.companyName ?? key;
  return (
    <tr key={key}>
      <td className="wrap-anywhere max-md:w-full md:max-w-70">
        <Link
          to={`?${new URLSearchParams({ key })}`}
          className="link font-semibold"
          aria-label={`Compare the deals of ${name}`}
        >
          {name}
        </Link>
      </td>
      <td className="tabular md:whitespace-nowrap">{formatCount(deals, 'deal')}</td>
      <td className="max-md:w-full">
        <ul className="grid gap-1">
          {named.map(({ id, companyName, owner, round, created }) => (
            <li key={id} className="wrap-anywhere">
              {companyName}{' '}
              <span className="muted">
                {['', owner, round, created].filter((part) => part !== undefined).join(' · ')}
              </span>
            </li>
          ))}
          {deals > named.length && (
            <li className="muted">and {formatCount(deals - named.length, 'older deal')}</li>
          )}
        </ul>
      </td>
    </tr>
  );
}
