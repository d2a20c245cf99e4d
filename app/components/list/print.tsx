import { Fragment, type ReactElement } from 'react';
import { FollowUp } from '~/components/deal/follow-up';
import { type Column, COLUMNS, hasColumn } from '~/models/pipeline/columns';
import type { PrintHead, PrintRow } from '~/screens/dashboard/print.server';
import { counted } from '~/models/text';
import { Size } from './pipeline-row';

export type PrintedColumns = readonly string[] | undefined;

/** The heads of the columns that are shown; Company always is. */
function headsOf(columns: PrintedColumns, own: string[]): string[] {
  const [first, ...rest] = COLUMNS.map(({ key, label }) =>
    hasColumn(columns, key) ? [label] : [],
  );
  return [...(first ?? []), 'Company', ...rest.flat(), ...own];
}

type HeadProps = PrintHead & { columns: PrintedColumns; own: string[] };

/** In the head of the table, so that the browser repeats it on each page. */
export function PrintedHead({ printed, total, filters, order, at, by, columns, own }: HeadProps) {
  const heads = headsOf(columns, own);
  const deals =
    printed < total
      ? `The first ${printed.toLocaleString('en')} of ${counted(total, 'deal')}`
      : counted(total, 'deal');
  return (
    <thead>
      <tr>
        <th colSpan={heads.length} className="about">
          <strong>Deals</strong>
          <span>
            {deals} · {filters.join(' · ') || 'No filters'} · {order} · Printed {at} by {by}
          </span>
        </th>
      </tr>
      <tr>
        {heads.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

export function PrintedRow({ row, columns }: { row: PrintRow; columns: PrintedColumns }) {
  const cells: Record<Column, ReactElement> = {
    updated: <td className="day">{row.updated}</td>,
    owner: <td>{row.owner}</td>,
    stage: <td>{row.stage}</td>,
    industry: <td>{row.industries}</td>,
    round: <td className="round">{row.round}</td>,
    size: <td className="amount">{row.size && <Size text={row.size} />}</td>,
    info: (
      <td className="info">
        {row.introduction && <p className="clamp">{row.introduction}</p>}
        {row.numbers && <p className="muted">{row.numbers}</p>}
      </td>
    ),
    score: <td>{row.score === null ? 'Not scored' : row.score.toFixed(1)}</td>,
    meeting: (
      <td>
        {row.meeting}
        {row.meetingDay && <span>({row.meetingDay})</span>} <FollowUp due={row.due} />
      </td>
    ),
  };
  const [first, ...rest] = COLUMNS.map(({ key }) =>
    hasColumn(columns, key) ? <Fragment key={key}>{cells[key]}</Fragment> : null,
  );
  return (
    <tr className={row.urgent ? 'urgent' : undefined}>
      {first}
      <td>
        <strong>{row.company}</strong>
        {row.urgent && <b className="pill pill-urgent">URGENT</b>}
        {row.ceo && <span>{row.ceo}, CEO</span>}
      </td>
      {rest}
      {row.own.map((text, i) => (
        <td key={i}>{text}</td>
      ))}
    </tr>
  );
}

export function NothingToPrint({ columns, own }: Pick<HeadProps, 'columns' | 'own'>) {
  return (
    <tr>
      <td colSpan={headsOf(columns, own).length}>No deals match these filters.</td>
    </tr>
  );
}
