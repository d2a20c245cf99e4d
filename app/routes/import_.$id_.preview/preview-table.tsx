import { useLocation } from '@remix-run/react';
import { formatNumber } from '~/domain/text/text';
import { ROW_KIND_LABELS } from '~/format/import';
import { listPageNumbers } from '~/ui/table/pager';
import { LongText } from '~/ui/text/long-text';
import { getRowControl } from './control-names';
import { RowFields } from './row-fields';
import type { PreviewRow, PreviewView } from './view.server';

const EMPTY_MESSAGES: Record<PreviewView['kind'], string> = {
  new: 'No new rows.',
  changed: 'No changed rows.',
  unchanged: 'No unchanged rows.',
  conflict: 'No conflicts.',
  duplicate: 'No possible duplicates.',
  error: 'No errors.',
  leftOut: 'No rows were left out.',
};

const COLUMN_HEADS: Partial<Record<PreviewView['kind'], string>> = {
  new: 'Values',
  changed: 'Changes',
  conflict: 'Changes',
  duplicate: 'What you have',
  error: 'Problems',
};

interface PreviewTableProps {
  preview: PreviewView;
  wasRejected: boolean;
}

/** Resets to the stored choices on a new page and after a choice for all rows. */
export function PreviewTable({ preview: { kind, rows }, wasRejected }: PreviewTableProps) {
  const { key } = useLocation();
  if (!rows.length)
    return <p className="card p-6 text-center text-ink-muted">{EMPTY_MESSAGES[kind]}</p>;
  const hasChoices = rows.some(({ choices }) => choices);
  return (
    <table className="pipelines preview">
      <caption className="sr-only">{ROW_KIND_LABELS[kind]}</caption>
      <thead>
        <tr>
          <th scope="col">Row</th>
          <th scope="col">Company</th>
          {COLUMN_HEADS[kind] && <th scope="col">{COLUMN_HEADS[kind]}</th>}
          {hasChoices && <th scope="col">Import</th>}
        </tr>
      </thead>
      <tbody key={key}>
        {rows.map((row) => (
          <Row key={row.n} kind={kind} row={row} wasRejected={wasRejected} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps extends Pick<PreviewTableProps, 'wasRejected'> {
  kind: PreviewView['kind'];
  row: PreviewRow;
}

function Row({ kind, row, wasRejected }: RowProps) {
  return (
    <tr>
      <td className="w-px whitespace-nowrap text-ink-muted tabular max-md:order-1 max-md:w-auto">
        {/^\d/.test(row.where) && <span className="md:hidden">Row </span>}
        {row.where}
      </td>
      <td
        className={`wrap-anywhere max-md:w-auto max-md:flex-1 ${COLUMN_HEADS[kind] ? 'w-[22%]' : ''}`}
      >
        <Company kind={kind} row={row} />
        {row.checks?.map((check) => (
          <p key={check} className="text-meta break-words">
            <span className="pill">Check</span> {check}
          </p>
        ))}
        {row.notes?.map((note) => (
          <p key={note} className="text-meta text-ink-muted">
            {note}
          </p>
        ))}
      </td>
      {COLUMN_HEADS[kind] && (
        <td className="wrap-anywhere max-md:order-2 max-md:w-auto max-md:flex-[1_0_100%]">
          {kind === 'duplicate' && row.deal && <Matched row={row} />}
          {row.values && <Values values={row.values} />}
          {row.problems && <Problems problems={row.problems} />}
          {row.skippedCells && (
            <div className="mt-1">
              <p className="text-meta text-ink-muted">Imported without:</p>
              <Problems problems={row.skippedCells} />
            </div>
          )}
          <RowFields kind={kind} row={row} wasRejected={wasRejected} />
        </td>
      )}
      {row.choices && (
        <td className="w-px max-md:order-2 max-md:w-auto max-md:flex-[1_0_100%]">
          <Choice row={row} choices={row.choices} />
        </td>
      )}
    </tr>
  );
}

function Choice({
  row,
  choices,
}: {
  row: PreviewRow;
  choices: { value: string; label: string }[];
}) {
  return (
    <select
      name={getRowControl(row.n)}
      defaultValue={row.choice}
      className="input md:w-auto"
      aria-label={`Row ${row.where}, ${row.name}`}
    >
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

function Company({ kind, row: { name, deal } }: { kind: PreviewView['kind']; row: PreviewRow }) {
  const shown = name || deal?.company || <span className="muted">without a name</span>;
  if (!deal || kind === 'duplicate') return <span className="font-semibold">{shown}</span>;
  return <DealLink id={deal.id}>{shown}</DealLink>;
}

function DealLink({ id, children }: { id: number; children: React.ReactNode }) {
  return (
    <a
      href={`/dashboard?details=${id}`}
      target="_blank"
      rel="noreferrer"
      className="link font-semibold"
    >
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

function Matched({ row: { deal, others } }: { row: PreviewRow }) {
  const all = deal ? [deal, ...others] : others;
  return (
    <ul className="mb-1">
      {all.map(({ id, company, details }) => (
        <li key={id}>
          <DealLink id={id}>{company}</DealLink> <span className="muted">({details})</span>
        </li>
      ))}
    </ul>
  );
}

function Values({ values }: { values: NonNullable<PreviewRow['values']> }) {
  return (
    <dl className="flex flex-wrap gap-x-4">
      {values.map(({ label, text }) => (
        <div key={label} className="max-w-full">
          <dt className="mr-1 inline text-meta text-ink-muted">{label}</dt>
          <dd className="inline">
            <LongText text={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Problems({ problems }: { problems: NonNullable<PreviewRow['problems']> }) {
  return (
    <ul>
      {problems.map(({ cell, value, reason }) => (
        <li key={`${cell} ${reason}`}>
          <span className="font-semibold">{cell}</span>
          {value.trim() && (
            <>
              : ‘<LongText text={value} />’
            </>
          )}{' '}
          {reason}
        </li>
      ))}
    </ul>
  );
}

interface PreviewPagesProps {
  kind: PreviewView['kind'];
  page: number;
  pages: number;
  size: number;
  total: number;
}

export function PreviewPages({ kind, page, pages, size, total }: PreviewPagesProps) {
  if (pages < 2) return null;
  const to = (number: number) => ({ name: 'to', value: `?kind=${kind}&page=${number}` });
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="tabular">
        {formatNumber((page - 1) * size + 1)}–{formatNumber(Math.min(page * size, total))} of{' '}
        {formatNumber(total)} rows
      </p>
      <div className="flex flex-wrap items-center gap-1">
        {page > 1 && (
          <button {...to(page - 1)} className="btn">
            Previous page
          </button>
        )}
        <ul className="flex flex-wrap items-center tabular">
          {listPageNumbers(page, pages).map((number) => (
            <li key={number}>
              <button
                {...to(number)}
                className="nav"
                aria-label={`Page ${number}`}
                aria-current={number === page ? 'page' : undefined}
              >
                {formatNumber(number)}
              </button>
            </li>
          ))}
        </ul>
        {page < pages && (
          <button {...to(page + 1)} className="btn">
            Next page
          </button>
        )}
      </div>
    </nav>
  );
}
