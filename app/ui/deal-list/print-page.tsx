import { Fragment, type ReactElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import {
  arrangeColumns,
  COLUMN_LABELS,
  type COMPANY_COLUMN,
  isTextColumn,
  type ListColumn,
  type TextColumn,
} from '~/domain/deal/list-columns';
import { formatCount, formatNumber } from '~/domain/text/text';
import printStyles from '~/print.css?url';
import styles from '~/tailwind.css?url';
import { PRODUCT_NAME } from '~/ui/layout/document-head';
import { FollowUp } from '~/ui/meeting/follow-up';
import { BreakableText } from '~/ui/text/breakable-text';
import type { PrintRow } from './print-rows.server';
import type { PrintHead } from './print-view.server';
import { TextWithAmounts } from './row-cells';

type Columns = readonly string[] | undefined;

interface CustomHead {
  column: string;
  label: string;
}

interface PrintedList {
  head: PrintHead & { columns: Columns; customHeads: CustomHead[] };
  rows: AsyncIterable<PrintRow>;
  back: string;
}

/** Caps the HTML: 10,000 deals with the longest introductions take a browser minutes to lay out. */
export const MAX_CHARACTERS = 20_000_000;

export async function* renderPrintPage({ head, rows, back }: PrintedList): AsyncGenerator<string> {
  const { columns, customHeads } = head;
  const customLabels = customHeads.map(({ column, label }) => [column, label] as const);
  const labels = { ...COLUMN_LABELS, ...Object.fromEntries(customLabels) };
  // Omits custom fields that no longer exist.
  const shown = arrangeColumns(columns).filter((column) => labels[column] !== undefined);
  const names = shown.map((column) => labels[column]);
  yield renderDocumentHead(back);
  yield renderHtml(<PrintedHead {...head} names={names} />);
  yield '<tbody>';
  if (!head.printed)
    yield renderHtml(
      <tr>
        <td colSpan={names.length}>
          {head.filters.length ? 'No deals match these filters.' : 'No deals yet.'}
        </td>
      </tr>,
    );
  let count = 0;
  let characters = 0;
  for await (const row of rows) {
    const text = renderHtml(<PrintedRow row={row} columns={shown} customHeads={customHeads} />);
    characters += text.length;
    if (characters > MAX_CHARACTERS) {
      yield renderHtml(<CutOffNotice printed={count} total={head.total} columns={names.length} />);
      break;
    }
    count++;
    yield text;
  }
  yield '</tbody></table></main></body></html>';
}

function renderDocumentHead(back: string): string {
  const page = renderHtml(
    <html lang="en" data-theme="light">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`Deals to print · ${PRODUCT_NAME}`}</title>
        <link rel="stylesheet" href={styles} />
        <link rel="stylesheet" href={printStyles} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <script src="/print.js" defer />
      </head>
      <body>
        <main id="main" className="sheet overflow-x-auto">
          <p className="mb-3 flex gap-2 print:hidden">
            <a href={back} className="btn">
              Back to the list
            </a>
            <button type="button" className="btn btn-primary" data-print hidden>
              Print
            </button>
          </p>
          <table className="printed w-full" />
        </main>
      </body>
    </html>,
  );
  return `<!DOCTYPE html>${page.slice(0, page.indexOf('</table>'))}`;
}

const renderHtml = (element: ReactElement) => renderToStaticMarkup(element);

/** Renders inside the table head, which the browser repeats on each page. */
function PrintedHead(props: PrintHead & { names: ReactNode[] }) {
  const { printed, total, filters, order, at, by, names } = props;
  const deals =
    printed < total
      ? `The first ${formatNumber(printed)} of ${formatCount(total, 'deal')}`
      : formatCount(total, 'deal');
  return (
    <thead>
      <tr>
        <th colSpan={names.length} className="about">
          <strong>Deals</strong>
          <span>
            {deals} · {filters.join(' · ') || 'No filters'} · {order} · Printed {at} by {by}
          </span>
        </th>
      </tr>
      <tr>
        {names.map((name, i) => (
          <th key={i} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function CutOffNotice({
  printed,
  total,
  columns,
}: {
  printed: number;
  total: number;
  columns: number;
}) {
  return (
    <tr>
      <td colSpan={columns}>
        <strong>
          {`Only the first ${formatNumber(printed)} of ${formatCount(total, 'deal')} are printed: `}
          together they are too long for one page. Show fewer columns, or filter the list and print
          it in parts.
        </strong>
      </td>
    </tr>
  );
}

type BuiltInColumn = Exclude<ListColumn, TextColumn> | typeof COMPANY_COLUMN;

const BUILT_IN_CELLS: Record<BuiltInColumn, (row: PrintRow) => ReactElement> = {
  company: ({ company, urgent, ceo }) => (
    <td>
      <strong>{company}</strong>
      {urgent && <b className="pill pill-urgent">URGENT</b>}
      {ceo && <span>{ceo}, CEO</span>}
    </td>
  ),
  updated: ({ updated }) => <td className="whitespace-nowrap">{updated}</td>,
  owner: ({ owner }) => <td>{owner}</td>,
  stage: ({ stage }) => <td>{stage}</td>,
  industry: ({ industries }) => <td>{industries}</td>,
  round: ({ round }) => <td className="min-w-14">{round}</td>,
  info: ({ introduction, numbers }) => (
    <td className="info">
      {introduction && (
        <p className="clamp">
          <BreakableText text={introduction} />
        </p>
      )}
      {numbers && (
        <p className="muted">
          <BreakableText text={numbers} />
        </p>
      )}
    </td>
  ),
  score: ({ score }) => <td>{score === null ? 'Not scored' : score.toFixed(1)}</td>,
  meeting: ({ meeting, meetingDay, due }) => (
    <td>
      {meeting}
      {meetingDay && <span>({meetingDay})</span>} <FollowUp due={due} />
    </td>
  ),
};

function isBuiltIn(column: string): column is BuiltInColumn {
  return Object.hasOwn(BUILT_IN_CELLS, column);
}

interface PrintedRowProps {
  row: PrintRow;
  columns: string[];
  customHeads: CustomHead[];
}

function PrintedRow({ row, columns, customHeads }: PrintedRowProps) {
  const renderCell = (column: string) => {
    if (isBuiltIn(column)) return BUILT_IN_CELLS[column](row);
    if (isTextColumn(column))
      return <td className="amount">{row[column] && <TextWithAmounts text={row[column]} />}</td>;
    const index = customHeads.findIndex((head) => head.column === column);
    return (
      <td>
        <BreakableText text={row.customCells[index]!} />
      </td>
    );
  };
  return (
    <tr className={row.urgent ? 'urgent' : undefined}>
      {columns.map((column) => (
        <Fragment key={column}>{renderCell(column)}</Fragment>
      ))}
    </tr>
  );
}
