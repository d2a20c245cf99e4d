import { Link, useSearchParams } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { Sort } from '~/models/pipeline/query';
import type { RowView } from '~/models/pipeline/view.server';
import { CLOSED, useAddress } from '~/components/frame/address';
import { Icon } from '~/components/frame/icon';
import { SelectAll } from '~/components/forms/selection';
import { PipelineRow } from './pipeline-row';
import { useRowLinks } from './row-links';

/** A click on a header selects the first sort, then the second, then none (rules 4.14 and 4.24). */
const CYCLES = {
  updated: ['updated_desc', 'updated_asc'],
  score: ['score_desc', 'score_asc'],
  meeting: ['meeting_asc', 'meeting_desc'],
} as const;

interface PipelinesTableProps {
  rows: RowView[];
  sort: Sort;
  caption: string;
  /** The id of the form that selected rows belong to; without it there is no selection column. */
  selectionForm?: string;
  empty: ReactNode;
}

/** Every row has all controls: whoever sees a deal may edit it (rule 2.3). */
export function PipelinesTable({ rows, sort, caption, selectionForm, empty }: PipelinesTableProps) {
  const links = useRowLinks();
  const [params] = useSearchParams();
  if (!rows.length) return <div className="card p-8 text-center">{empty}</div>;
  return (
    <div className="table-scroll">
      <table className="pipelines deals">
        <caption className="sr-only">{caption}</caption>
        <TableHead sort={sort} selectionForm={selectionForm} />
        <tbody>
          {rows.map((row) => (
            <PipelineRow
              key={row.id}
              row={row}
              selectionForm={selectionForm}
              links={links}
              isScoreAddressed={params.get('score') === String(row.id)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TableHead({ sort, selectionForm }: Pick<PipelinesTableProps, 'sort' | 'selectionForm'>) {
  return (
    <thead>
      <tr>
        {selectionForm && (
          <th scope="col">
            <SelectAll form={selectionForm} />
          </th>
        )}
        <SortHeader column="updated" label="Last Updated" sort={sort} />
        <th scope="col">Company</th>
        <th scope="col">Owner</th>
        <th scope="col">Industry</th>
        <th scope="col">Round</th>
        <th scope="col">Target Size</th>
        <th scope="col">Business Info</th>
        <SortHeader column="score" label="Score" sort={sort} />
        <SortHeader column="meeting" label="Next Meeting" sort={sort} />
        <th scope="col">Actions</th>
      </tr>
    </thead>
  );
}

function directionOf(column: keyof typeof CYCLES, sort: Sort) {
  if (!CYCLES[column].some((one) => one === sort)) return 'none';
  return sort.endsWith('_asc') ? 'ascending' : 'descending';
}

function SortHeader({
  column,
  label,
  sort,
}: {
  column: keyof typeof CYCLES;
  label: string;
  sort: Sort;
}) {
  const address = useAddress();
  const [first, second] = CYCLES[column];
  const next = sort === first ? second : sort === second ? undefined : first;
  const direction = directionOf(column, sort);
  const icon = { none: 'sort', ascending: 'up', descending: 'down' } as const;
  return (
    <th scope="col" aria-sort={direction}>
      <Link
        to={address({ ...CLOSED, page: undefined, sort: next })}
        preventScrollReset
        className="sorter"
      >
        {label}
        <Icon name={icon[direction]} />
      </Link>
    </th>
  );
}
