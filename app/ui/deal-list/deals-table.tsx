import { Link, useSearchParams } from '@remix-run/react';
import type { ReactNode } from 'react';
import { arrangeColumns, COLUMN_LABELS, type ListColumn } from '~/domain/deal/list-columns';
import { Icon } from '~/ui/icon';
import { FIRST_PAGE, useAddress } from '~/ui/layout/address';
import { LIST_ROUTES, usePrefetchedRoutes } from '~/ui/layout/prefetch-routes';
import { hasPages, Pager, type PagerProps } from '~/ui/table/pager';
import { SelectAll } from '~/ui/table/selection';
import type { CellView } from './cell-view.server';
import type { CustomFieldHead } from './custom-field-cells.server';
import { DealTableRow } from './deal-row';
import type { RowView } from './list-view.server';
import { useRowLinks } from './row-links';

/** Cycles through the first sort, the second, and none (rules 4.14, 4.24 and 4.29). */
const SORT_CYCLES: Partial<Record<string, readonly [string, string]>> = {
  updated: ['updated_desc', 'updated_asc'],
  size: ['size_desc', 'size_asc'],
  score: ['score_desc', 'score_asc'],
  meeting: ['meeting_asc', 'meeting_desc'],
  stage: ['stage_asc', 'stage_desc'],
} satisfies Partial<Record<ListColumn, readonly [string, string]>>;

interface DealsTableProps {
  list: Omit<PagerProps, 'noun'> & {
    rows: RowView[];
    cell?: CellView;
    customHeads?: CustomFieldHead[];
  };
  sort: string;
  caption: string;
  /** Id of the form that selected rows belong to; without it there is no selection column. */
  selectionForm?: string;
  columns?: readonly string[];
  empty: ReactNode;
}

/** Gives every row all controls, because everybody who sees a deal may edit it (rule 2.3). */
export function DealsTable({
  list,
  sort,
  caption,
  selectionForm,
  columns,
  empty,
}: DealsTableProps) {
  const { rows, cell, customHeads } = list;
  usePrefetchedRoutes(LIST_ROUTES);
  const links = useRowLinks();
  const [params] = useSearchParams();
  const shown = arrangeColumns(columns);
  if (!rows.length) return <div className="card p-8 text-center">{empty}</div>;
  return (
    <div className="table-scroll">
      <table className="pipelines deals">
        <caption className="sr-only">{caption}</caption>
        <TableHead
          sort={sort}
          customHeads={customHeads}
          selectionForm={selectionForm}
          columns={shown}
        />
        <tbody>
          {rows.map((row) => (
            <DealTableRow
              key={row.id}
              row={row}
              selectionForm={selectionForm}
              customHeads={customHeads}
              columns={shown}
              links={links}
              openCell={cell?.id === row.id ? cell : undefined}
              isScoreAddressed={params.get('score') === String(row.id)}
            />
          ))}
        </tbody>
        {hasPages(list.total) && (
          <tfoot>
            <tr>
              <td colSpan={99} className="hairline-t">
                <Pager {...list} noun="deals" withSizes={false} className="" />
              </td>
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

type HeadProps = Pick<DealsTableProps, 'sort' | 'selectionForm'> & {
  customHeads?: CustomFieldHead[];
  columns: string[];
};

function TableHead({ sort, selectionForm, columns, customHeads }: HeadProps) {
  return (
    <thead>
      <tr>
        {selectionForm && (
          <th scope="col">
            <SelectAll form={selectionForm} />
          </th>
        )}
        {columns.map((column) => {
          const custom = customHeads?.find((head) => head.column === column);
          const label = custom?.label ?? COLUMN_LABELS[column];
          const cycle = custom
            ? ([`${custom.name}_asc`, `${custom.name}_desc`] as const)
            : SORT_CYCLES[column];
          if (!label) return null;
          if (cycle)
            return (
              <SortHeader key={column} column={column} cycle={cycle} label={label} sort={sort} />
            );
          return (
            <th key={column} scope="col" className={column}>
              {label}
            </th>
          );
        })}
        <th scope="col">Actions</th>
      </tr>
    </thead>
  );
}

const SORT_ICONS = { none: 'sort', ascending: 'up', descending: 'down' } as const;

interface SortHeaderProps {
  column: string;
  cycle: readonly [string, string];
  label: string;
  sort: string;
}

function SortHeader({ column, cycle, label, sort }: SortHeaderProps) {
  const address = useAddress();
  const position = cycle.indexOf(sort);
  // After the second sort follows none.
  const next = cycle[position + 1];
  const sorted = sort.endsWith('_asc') ? 'ascending' : 'descending';
  const direction = position >= 0 ? sorted : 'none';
  return (
    <th scope="col" className={column === 'stage' ? column : undefined} aria-sort={direction}>
      <Link
        to={address({ ...FIRST_PAGE, sort: next })}
        preventScrollReset
        className="sorter inline-flex items-center gap-1"
      >
        {label}
        <Icon name={SORT_ICONS[direction]} className="size-3" />
      </Link>
    </th>
  );
}
