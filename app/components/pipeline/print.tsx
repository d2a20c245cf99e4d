import { FollowUp } from '~/components/pipeline/follow-up';
import type { PrintHead, PrintRow } from '~/models/pipeline/print.server';
import { counted } from '~/models/text';

const COLUMNS = [
  'Last Updated',
  'Company',
  'Owner',
  'Industry',
  'Round',
  'Target Size',
  'Business Info',
  'Score',
  'Next Meeting',
];

/** In the head of the table, so that the browser repeats it on each page. */
export function PrintedHead({ printed, total, filters, order, at, by }: PrintHead) {
  const deals =
    printed < total
      ? `The first ${printed.toLocaleString('en')} of ${counted(total, 'deal')}`
      : counted(total, 'deal');
  return (
    <thead>
      <tr>
        <th colSpan={COLUMNS.length} className="about">
          <strong>Deals</strong>
          <span>
            {deals} · {filters.join(' · ') || 'No filters'} · {order} · Printed {at} by {by}
          </span>
        </th>
      </tr>
      <tr>
        {COLUMNS.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

export function PrintedRow({ row }: { row: PrintRow }) {
  return (
    <tr className={row.urgent ? 'urgent' : undefined}>
      <td className="day">{row.updated}</td>
      <td>
        <strong>{row.company}</strong>
        {row.urgent && <b className="pill pill-urgent">URGENT</b>}
        {row.ceo && <span>{row.ceo}, CEO</span>}
      </td>
      <td>{row.owner}</td>
      <td>{row.industries}</td>
      <td className="round">{row.round}</td>
      <td className="amount">{row.size}</td>
      <td className="info">
        {row.introduction && <p className="clamp">{row.introduction}</p>}
        {row.numbers && <p className="muted">{row.numbers}</p>}
      </td>
      <td>{row.score === null ? 'Not scored' : row.score.toFixed(1)}</td>
      <td>
        {row.meeting}
        {row.meetingDay && <span>({row.meetingDay})</span>} <FollowUp due={row.due} />
      </td>
    </tr>
  );
}

export function NothingToPrint() {
  return (
    <tr>
      <td colSpan={COLUMNS.length}>No deals match these filters.</td>
    </tr>
  );
}
