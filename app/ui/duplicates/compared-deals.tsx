import { Link, useLocation } from '@remix-run/react';
import { getDealRowId } from '~/address/return-paths';
import { formatCount } from '~/domain/text/text';
import { useFromQuery } from '~/ui/layout/from-query';
import { LinkedText } from '~/ui/text/linked-text';
import type { ComparedView } from './duplicates-view.server';

export function ComparedDeals({ compared }: { compared: ComparedView }) {
  const { deals, rows, total } = compared;
  const { pathname } = useLocation();
  const name = deals[0]?.companyName;
  return (
    <>
      <p className="mb-3 flex flex-wrap gap-x-4 gap-y-1">
        <Link to={pathname} className="link print:hidden">
          All duplicates
        </Link>
        <span className="text-ink-muted" role="status">
          {describeComparison(total, deals.length)}
        </span>
        {name && total > deals.length && (
          <Link
            to={`${removeDuplicatesSegment(pathname)}?${new URLSearchParams({ search: name })}`}
            className="link print:hidden"
          >
            Show all in the list
          </Link>
        )}
      </p>
      {deals.length > 0 && (
        <div className="compared-scroll card overflow-x-auto p-0">
          <table className="compared">
            <caption className="sr-only">The deals of {name} side by side</caption>
            <thead>
              <tr>
                <th scope="col">Field</th>
                {deals.map((deal) => (
                  <DealHead key={deal.id} deal={deal} into={deals[0]!} />
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <FieldRow key={row.label} row={row} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

export function removeDuplicatesSegment(pathname: string): string {
  return pathname.replace(/\/doubles\/?$/, '');
}

const ROW_LINK = 'link inline-flex min-h-target items-center';

function describeComparison(total: number, shown: number): string {
  if (!total) return 'There are no longer any deals with this name.';
  if (total === 1) return 'Only one deal has this name.';
  return shown < total
    ? `The newest ${shown} of ${formatCount(total, 'deal')}`
    : `${formatCount(total, 'deal')} of one company`;
}

type ComparedDeal = ComparedView['deals'][number];

function DealHead({ deal, into }: { deal: ComparedDeal; into: ComparedDeal }) {
  const { id, companyName, canManageDeal } = deal;
  const { pathname, search } = useLocation();
  const from = useFromQuery();
  const back = new URLSearchParams({ back: pathname + search });
  const suffix = <span className="sr-only"> {companyName}</span>;
  return (
    <th scope="col" id={getDealRowId(id)}>
      <span className="block break-words">{companyName}</span>
      <span className="mt-1 flex print:hidden flex-wrap gap-x-3 gap-y-1 font-normal">
        <Link to={`${removeDuplicatesSegment(pathname)}?details=${id}`} className={ROW_LINK}>
          Open{suffix}
        </Link>
        <Link to={`/pipeline/${id}/edit${from}`} className={ROW_LINK}>
          Edit{suffix}
        </Link>
        {canManageDeal && into.canManageDeal && into !== deal && (
          <Link to={`/pipeline/${into.id}/merge?other=${id}`} className={ROW_LINK}>
            Merge<span className="sr-only"> {companyName} into the first one</span>
          </Link>
        )}
        {canManageDeal && (
          <Link to={`/pipeline/${id}/delete?${back}`} className={ROW_LINK}>
            Delete{suffix}
          </Link>
        )}
      </span>
    </th>
  );
}

function FieldRow({ row: { label, values, difference } }: { row: ComparedView['rows'][number] }) {
  const differs = difference === 'Differs';
  return (
    <tr className={differs ? 'differs' : undefined}>
      <th scope="row">
        {label}
        {difference && (
          <span className={differs ? 'pill tone-yellow' : 'pill tone-grey'}>{difference}</span>
        )}
      </th>
      {values.map((value, index) => (
        <td key={index}>
          {value ? <LinkedText text={value} /> : <span className="muted">(empty)</span>}
        </td>
      ))}
    </tr>
  );
}
