import { Fragment, lazy, type ReactNode, Suspense } from 'react';
import { getDealRowId } from '~/address/return-paths';
import type { EditableCell } from '~/domain/deal/editable-cells';
import {
  type COMPANY_COLUMN,
  isTextColumn,
  type ListColumn,
  type TextColumn,
} from '~/domain/deal/list-columns';
import { FollowUp } from '~/ui/meeting/follow-up';
import type { CellView } from './cell-view.server';
import type { CustomFieldHead } from './custom-field-cells.server';
import type { RowView } from './list-view.server';
import {
  ActionsCell,
  type CellProps,
  CompanyCell,
  getControlName,
  IndustriesCell,
  InfoCell,
  SelectionCell,
  TextWithAmounts,
} from './row-cells';
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

export function DealTableRow(props: DealTableRowProps) {
  const { row, selectionForm, columns, links } = props;
  const shared = { row, links, isSelectable: Boolean(selectionForm) };
  return (
    <tr id={getDealRowId(row.id)} className={row.urgent && 'urgent'}>
      {selectionForm && <SelectionCell row={row} form={selectionForm} />}
      {columns.map((column) => (
        <Fragment key={column}>{renderCell(column, props, shared)}</Fragment>
      ))}
      <ActionsCell {...shared} />
    </tr>
  );
}

function renderCell(
  column: string,
  { row, customHeads = [], links, isScoreAddressed, openCell }: DealTableRowProps,
  shared: CellProps,
): ReactNode {
  if (isTextColumn(column))
    return <td className="size">{row[column] && <TextWithAmounts text={row[column]} />}</td>;
  const editor = { ...shared, openCell };
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
          {!row.isReadOnly && <CellEditor {...editor} cell="owner" />}
        </td>
      );
    case 'stage':
      return (
        <td className="stage">
          <div className="fit">{row.stage}</div>
          <CellEditor {...editor} cell="stage" />
        </td>
      );
    case 'industry':
      return <IndustriesCell row={row} />;
    case 'round':
      return (
        <td className="round">
          {row.round && <div className="fit">{row.round}</div>}
          <CellEditor {...editor} cell="round" />
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
          <CellEditor {...editor} cell="meeting" name="next meeting" />
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
}

interface CellEditorProps extends CellProps {
  cell: EditableCell;
  name?: string;
  openCell: CellView | undefined;
}

/** Shows the form of the open cell, and elsewhere a link that opens it. */
function CellEditor({ cell, name = cell, openCell, ...props }: CellEditorProps) {
  const { row, links } = props;
  if (openCell?.cell === cell)
    return (
      <Suspense>
        <CellForm view={openCell} company={row.company} />
      </Suspense>
    );
  const { 'aria-label': label, ...description } = getControlName(props, `Change ${name}`, ' of');
  return (
    <a
      href={links.open('change', row.id, `${cell}-`)}
      onClick={links.follow}
      className="cell-link"
      aria-label={label}
      {...description}
    />
  );
}
