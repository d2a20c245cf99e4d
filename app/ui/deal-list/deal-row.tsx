import { type AriaAttributes, Fragment, lazy, Suspense } from 'react';
import { getDealRowId } from '~/address/return-paths';
import type { EditableCell } from '~/domain/deal/editable-cells';
import {
  type COMPANY_COLUMN,
  isTextColumn,
  type ListColumn,
  type TextColumn,
} from '~/domain/deal/list-columns';
import { Icon } from '~/ui/icon';
import { FollowUp } from '~/ui/meeting/follow-up';
import { AMOUNT_PATTERN } from '~/ui/text/amount';
import type { CellView } from './cell-view.server';
import type { CustomFieldHead } from './custom-field-cells.server';
import type { RowView } from './list-view.server';
import type { RowLinks } from './row-links';
import { ScoreCell } from './score-cell';

/** Loaded on demand: saves 1 KB of scripts on each list. */
const CellForm = lazy(() => import('./cell-form'));

interface DealTableRowProps {
  row: RowView;
  selectionForm?: string;
  columns: string[];
  customHeads?: CustomFieldHead[];
  links: RowLinks;
  isScoreAddressed: boolean;
  openCell: CellView | undefined;
}

interface CellProps {
  row: RowView;
  links: RowLinks;
  isSelectable: boolean;
}

/** Names a row's control. Where the company's name is a label, it describes the control instead. */
function getControlName(
  { row, isSelectable }: Omit<CellProps, 'links'>,
  action: string,
  preposition = '',
  rest = '',
): AriaAttributes {
  return isSelectable
    ? { 'aria-label': action + rest, 'aria-describedby': `name-${row.id}` }
    : { 'aria-label': `${action}${preposition} ${row.company}${rest}` };
}

export function DealTableRow({
  row,
  selectionForm,
  columns,
  customHeads = [],
  links,
  isScoreAddressed,
  openCell,
}: DealTableRowProps) {
  const shared = { row, links, isSelectable: Boolean(selectionForm) };
  const renderEditor = (cell: EditableCell, name: string = cell) => {
    if (openCell?.cell === cell)
      return (
        <Suspense>
          <CellForm view={openCell} company={row.company} />
        </Suspense>
      );
    const { 'aria-label': label, ...description } = getControlName(shared, `Change ${name}`, ' of');
    return (
      <a
        href={links.open('change', row.id, `${cell}-`)}
        onClick={links.follow}
        className="cell-link"
        aria-label={label}
        {...description}
      />
    );
  };
  const renderCell = (column: string) => {
    if (isTextColumn(column))
      return <td className="size">{row[column] && <TextWithAmounts text={row[column]} />}</td>;
    switch (column as Exclude<ListColumn, TextColumn> | typeof COMPANY_COLUMN) {
      case 'company':
        return <CompanyCell {...shared} />;
      case 'updated':
        return (
          <td className="updated" title={row.updatedAt}>
            {row.updated}
          </td>
        );
      case 'owner':
        return (
          <td className="owner">
            <div className="fit">{row.owner}</div>
            {!row.isReadOnly && renderEditor('owner')}
          </td>
        );
      case 'stage':
        return (
          <td className="stage">
            <div className="fit">{row.stage}</div>
            {renderEditor('stage')}
          </td>
        );
      case 'industry':
        return <IndustriesCell row={row} />;
      case 'round':
        return (
          <td className="round">
            {row.round && <div className="fit">{row.round}</div>}
            {renderEditor('round')}
          </td>
        );
      case 'info':
        return <InfoCell {...shared} />;
      case 'score':
        return (
          <td className="score-cell">
            <ScoreCell
              id={row.id}
              company={row.company}
              getName={(...words) => getControlName(shared, ...words)}
              score={row.score}
              address={links.open('score', row.id)}
              isAddressed={isScoreAddressed}
            />
          </td>
        );
      case 'meeting':
        return (
          <td className={row.meeting ? 'meeting' : 'meeting empty'}>
            {row.meeting}
            {row.meetingDay && <span className="muted">({row.meetingDay})</span>}
            {row.due && ' '}
            <FollowUp due={row.due} />
            {renderEditor('meeting', 'next meeting')}
          </td>
        );
    }
    const index = customHeads.findIndex((head) => head.column === column);
    return (
      index >= 0 && (
        <td className="round">
          <div className="fit">{row.customCells?.[index]}</div>
        </td>
      )
    );
  };
  return (
    <tr id={getDealRowId(row.id)} className={row.urgent && 'urgent'}>
      {selectionForm && <SelectionCell row={row} form={selectionForm} />}
      {columns.map((column) => (
        <Fragment key={column}>{renderCell(column)}</Fragment>
      ))}
      <ActionsCell {...shared} />
    </tr>
  );
}

function SelectionCell({ row, form }: { row: RowView; form: string }) {
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

function CompanyCell({ row, links, isSelectable }: CellProps) {
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

function IndustriesCell({ row }: { row: RowView }) {
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

function InfoCell(props: CellProps) {
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

function ActionsCell(props: CellProps) {
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
