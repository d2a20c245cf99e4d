import { Link, useLocation, useNavigate, useSearchParams, useSubmit } from '@remix-run/react';
import type { MouseEvent, ReactNode } from 'react';
import type { Sort } from '~/models/pipeline/fields';
import type { RowView } from '~/models/pipeline/view.server';
import { CLOSED, useAddress } from '~/components/frame/address';
import { Icon } from '~/components/frame/icon';
import { ScoreCell } from './score-cell';
import { SelectAll } from '~/components/forms/selection';

/** Where a click on a header leads: none, then one direction, then the other, then none (rule 4.14). */
const CYCLES = {
  score: ['score_desc', 'score_asc'],
  meeting: ['meeting_asc', 'meeting_desc'],
} as const;

/** For their widths in compact rows. */
const COLUMNS = [
  'updated',
  'company',
  'owner',
  'industries',
  'round',
  'size',
  'info',
  'score',
  'meeting',
  'actions',
] as const;

interface DealsTableProps {
  rows: RowView[];
  sort: Sort;
  caption: string;
  /** The id of the form that ticked rows belong to; without it there is no tick column. */
  selectionForm?: string;
  empty: ReactNode;
}

/** The pipeline table. With ticks, a company's name ticks its row; without, it opens the deal as View does. Every row that is shown may be worked on: seeing and working on a deal are one right. */
export function DealsTable({ rows, sort, caption, selectionForm, empty }: DealsTableProps) {
  const links = useRowLinks();
  const [params] = useSearchParams();
  if (!rows.length) return <div className="card p-8 text-center">{empty}</div>;
  return (
    <div className="deals-scroll">
      <table className="deals">
        <caption className="sr-only">{caption}</caption>
        <colgroup>
          {selectionForm && <col />}
          {COLUMNS.map((name) => (
            <col key={name} className={`col-${name}`} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {selectionForm && (
              <th scope="col">
                <SelectAll form={selectionForm} />
              </th>
            )}
            <th scope="col">Last Updated</th>
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
        <tbody>
          {rows.map((row) => (
            <DealRow
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

export const DELETE_PIPELINE = 'Are you sure you want to delete this pipeline?';

type Click = (event: MouseEvent<HTMLAnchorElement>) => void;

/**
 * What the links of rows do where scripts run: `follow` goes where Remix's own would, whose hooks, in some hundred links,
 * would hold up the page; `ask` has a deletion confirmed in the browser's own dialog, not on a page of its own.
 */
function useRowLinks(): { back: string; follow: Click; ask: Click } {
  const navigate = useNavigate();
  const submit = useSubmit();
  const { pathname, search } = useLocation();
  const back = pathname + search;
  return {
    back,
    follow(event) {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      const to = event.currentTarget;
      navigate(to.pathname + to.search, { preventScrollReset: to.pathname === pathname });
    },
    ask(event) {
      event.preventDefault();
      if (window.confirm(DELETE_PIPELINE))
        submit(
          { back },
          { method: 'post', action: event.currentTarget.pathname, preventScrollReset: true },
        );
    },
  };
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
  const direction =
    sort !== first && sort !== second ? 'none' : sort.endsWith('_asc') ? 'ascending' : 'descending';
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

interface DealRowProps {
  row: RowView;
  selectionForm?: string;
  links: ReturnType<typeof useRowLinks>;
  isScoreAddressed: boolean;
}

function DealRow({
  row,
  selectionForm,
  links: { back, follow, ask },
  isScoreAddressed,
}: DealRowProps) {
  const address = useAddress();
  // Where the company's name is the tick box's, the other controls are named by what they do and described by it.
  const describedBy = selectionForm && `name-${row.id}`;
  const named = (act: string, whole: string) =>
    describedBy ? { 'aria-label': act, 'aria-describedby': describedBy } : { 'aria-label': whole };
  return (
    <tr className={row.urgent && 'urgent'}>
      {selectionForm && (
        <td className="tick">
          <input
            type="checkbox"
            id={`tick-${row.id}`}
            name="id"
            value={row.id}
            form={selectionForm}
            aria-label={`Select ${row.company}`}
          />
        </td>
      )}
      <td className="updated" title={row.updatedAt}>
        {row.updated}
      </td>
      <td className="company">
        {selectionForm ? (
          <label id={describedBy} htmlFor={`tick-${row.id}`} className="name">
            {row.company}
          </label>
        ) : (
          <a href={`/pipeline/${row.id}/evaluation`} className="name" onClick={follow}>
            {row.company}
          </a>
        )}
        {row.urgent && (
          <span className="mt-0.5 flex items-center gap-1 text-danger">
            <Icon name="urgent" label="Priority" />
            <span className="pill pill-urgent">URGENT</span>
          </span>
        )}
        {row.ceo && <span className="muted block">{row.ceo}, CEO</span>}
      </td>
      <td className="owner">{row.owner}</td>
      <td className="industries">
        {row.industries.map((industry, i) => (
          <span key={i} className="pill">
            {industry}
          </span>
        ))}
        {row.moreIndustries && <span className="muted">+{row.moreIndustries}</span>}
      </td>
      <td className="round">{row.round}</td>
      <td className="size">{row.size}</td>
      <td className="info">
        <div className="flex items-start gap-1">
          <div className="min-w-0 flex-1">
            {row.introduction && <p className="clamp">{row.introduction}</p>}
            {row.numbers && <p className="muted text-meta break-words">{row.numbers}</p>}
          </div>
          <a
            href={address({ ...CLOSED, details: row.id })}
            onClick={follow}
            className="btn btn-icon shrink-0"
            {...named('Details', `Details of ${row.company}`)}
          >
            <Icon name="eye" />
          </a>
        </div>
      </td>
      <td className="score-cell">
        <ScoreCell
          id={row.id}
          company={row.company}
          score={row.score}
          address={address({ ...CLOSED, score: row.id })}
          isAddressed={isScoreAddressed}
          describedBy={describedBy}
        />
      </td>
      <td className="meeting">
        {row.meeting}
        {row.meetingDay && <span className="muted block">({row.meetingDay})</span>}
      </td>
      <td className="actions">
        <div className="flex">
          <a
            href={`/pipeline/${row.id}/evaluation`}
            onClick={follow}
            className="btn btn-icon"
            {...named('View', `View ${row.company}`)}
            title="View"
          >
            <Icon name="evaluate" />
          </a>
          <a
            href={`/pipeline/${row.id}/edit`}
            onClick={follow}
            className="btn btn-icon"
            {...named('Edit', `Edit ${row.company}`)}
            title="Edit"
          >
            <Icon name="edit" />
          </a>
          <a
            href={`/pipeline/${row.id}/delete?${new URLSearchParams({ back })}`}
            onClick={ask}
            className="btn btn-icon btn-danger ml-2"
            aria-label={`Delete ${row.company}`}
            title="Delete"
          >
            <Icon name="delete" />
          </a>
        </div>
      </td>
    </tr>
  );
}
