import type { AriaAttributes } from 'react';
import { Icon } from '~/ui/icon';
import { AMOUNT_PATTERN } from '~/ui/text/amount';
import type { RowView } from './list-view.server';
import type { RowLinks } from './row-links';

export interface CellProps {
  row: RowView;
  links: RowLinks;
  isSelectable: boolean;
}

/** Names a row's control. Where the company's name is a label, it describes the control instead. */
export function getControlName(
  { row, isSelectable }: Omit<CellProps, 'links'>,
  action: string,
  preposition = '',
  rest = '',
): AriaAttributes {
  return isSelectable
    ? { 'aria-label': action + rest, 'aria-describedby': `name-${row.id}` }
    : { 'aria-label': `${action}${preposition} ${row.company}${rest}` };
}

export function SelectionCell({ row, form }: { row: RowView; form: string }) {
  return (
    <td className="selection">
      <input
        type="checkbox"
        id={`select-${row.id}`}
        name="id"
        value={row.id}
        form={form}
        aria-label={`Select ${row.company}`}
      />
    </td>
  );
}

export function CompanyCell({ row, links, isSelectable }: CellProps) {
  return (
    <td role="rowheader" className="company">
      <div className="fit">
        {isSelectable ? (
          <label id={`name-${row.id}`} htmlFor={`select-${row.id}`} className="name">
            {row.company}
          </label>
        ) : (
          <a href={`/pipeline/${row.id}${links.from}`} onClick={links.follow} className="name">
            {row.company}
          </a>
        )}
        {row.urgent && (
          <span className="inline-flex flex-none items-center gap-1 text-danger">
            <Icon name="urgent" label="Priority" />
            <span className="pill pill-urgent">URGENT</span>
          </span>
        )}
        {row.ceo && (
          <span className="muted ceo">
            <bdi>{row.ceo}</bdi>, CEO
          </span>
        )}
        {row.collaborators && <span className="muted ceo">with {row.collaborators}</span>}
        {row.stage && <span className="muted ceo xl:hidden">{row.stage}</span>}
      </div>
    </td>
  );
}

export function IndustriesCell({ row }: { row: RowView }) {
  return (
    <td className="industries">
      {row.industries.length > 0 && (
        <div className="fit">
          {row.industries.map((industry, i) => (
            <span
              key={i}
              className="pill"
              title={industry.length > MIN_TOOLTIP_CHARACTERS ? industry : undefined}
            >
              {industry}
            </span>
          ))}
          {row.moreIndustries && <span className="muted">+{row.moreIndustries}</span>}
        </div>
      )}
    </td>
  );
}

const MIN_TOOLTIP_CHARACTERS = 12;

/** Wraps long texts, but not inside an amount. */
export function TextWithAmounts({ text }: { text: string }) {
  return (
    <div className="fit" title={text.length > MIN_TOOLTIP_CHARACTERS ? text : undefined}>
      {text.split(AMOUNT_PATTERN).map((part, i) =>
        i % 2 ? (
          <span key={i} className="whitespace-nowrap">
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </div>
  );
}

export function InfoCell(props: CellProps) {
  const { row, links } = props;
  return (
    <td className="info">
      <div className="info-line">
        {(row.introduction || row.numbers) && (
          <div className="info-text">
            {row.introduction && <p className="clamp">{row.introduction}</p>}
            {row.numbers && <p className="muted numbers">{row.numbers}</p>}
          </div>
        )}
        <a
          href={links.open('details', row.id)}
          onClick={links.follow}
          className="btn btn-icon eye"
          {...getControlName(props, 'Details', ' of')}
          title="Details"
        >
          <Icon name="eye" />
        </a>
      </div>
    </td>
  );
}

export function ActionsCell(props: CellProps) {
  const { row, links } = props;
  return (
    <td className="actions">
      <a
        href={`/pipeline/${row.id}/evaluation${links.from}`}
        onClick={links.follow}
        className="btn btn-icon"
        {...getControlName(props, 'View')}
        title="View"
      >
        <Icon name="evaluate" />
      </a>
      <a
        href={`/pipeline/${row.id}/edit${links.from}`}
        onClick={links.follow}
        className="btn btn-icon"
        {...getControlName(props, 'Edit')}
        title="Edit"
      >
        <Icon name="edit" />
      </a>
      {!row.isReadOnly && (
        <a
          href={`/pipeline/${row.id}/delete${links.back}`}
          data-seen={row.version}
          onClick={links.confirmDelete}
          className="btn btn-icon btn-danger ml-2"
          aria-label={`Delete ${row.company}`}
          title="Delete"
        >
          <Icon name="delete" />
        </a>
      )}
    </td>
  );
}
