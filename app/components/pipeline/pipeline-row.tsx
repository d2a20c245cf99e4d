import { rowId } from '~/models/list-address';
import type { RowView } from '~/models/pipeline/view.server';
import { CLOSED, useAddress } from '~/components/frame/address';
import { Icon } from '~/components/frame/icon';
import type { RowLinks } from './row-links';
import { ScoreCell } from './score-cell';

interface PipelineRowProps {
  row: RowView;
  selectionForm?: string;
  links: RowLinks;
  isScoreAddressed: boolean;
}

interface CellProps {
  row: RowView;
  links: RowLinks;
  /** The id of the checkbox's label; controls refer to it instead of repeating the name. */
  describedBy?: string;
}

export function PipelineRow({ row, selectionForm, links, isScoreAddressed }: PipelineRowProps) {
  const address = useAddress();
  const describedBy = selectionForm && `name-${row.id}`;
  return (
    <tr id={rowId(row.id)} className={row.urgent && 'urgent'}>
      {selectionForm && <SelectionCell row={row} form={selectionForm} />}
      <td className="updated" title={row.updatedAt}>
        {row.updated}
      </td>
      <CompanyCell row={row} links={links} describedBy={describedBy} />
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
      <InfoCell row={row} links={links} describedBy={describedBy} />
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
      <ActionsCell row={row} links={links} describedBy={describedBy} />
    </tr>
  );
}

function labelled(action: string, label: string, describedBy: string | undefined) {
  return describedBy
    ? { 'aria-label': action, 'aria-describedby': describedBy }
    : { 'aria-label': label };
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

/** The name is the checkbox's label, or without one a link to the evaluation. */
function CompanyCell({ row, links, describedBy }: CellProps) {
  return (
    <td className="company">
      {describedBy ? (
        <label id={describedBy} htmlFor={`select-${row.id}`} className="name">
          {row.company}
        </label>
      ) : (
        <a
          href={`/pipeline/${row.id}/evaluation${links.from}`}
          className="name"
          onClick={links.follow}
        >
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
  );
}

function InfoCell({ row, links, describedBy }: CellProps) {
  const address = useAddress();
  return (
    <td className="info">
      <div className="flex items-start gap-1">
        <div className="min-w-0 flex-1">
          {row.introduction && <p className="clamp">{row.introduction}</p>}
          {row.numbers && <p className="muted text-meta break-words">{row.numbers}</p>}
        </div>
        <a
          href={address({ ...CLOSED, details: row.id })}
          onClick={links.follow}
          className="btn btn-icon shrink-0"
          {...labelled('Details', `Details of ${row.company}`, describedBy)}
        >
          <Icon name="eye" />
        </a>
      </div>
    </td>
  );
}

function ActionsCell({ row, links, describedBy }: CellProps) {
  return (
    <td className="actions">
      <div className="flex">
        <a
          href={`/pipeline/${row.id}/evaluation${links.from}`}
          onClick={links.follow}
          className="btn btn-icon"
          {...labelled('View', `View ${row.company}`, describedBy)}
          title="View"
        >
          <Icon name="evaluate" />
        </a>
        <a
          href={`/pipeline/${row.id}/edit${links.from}`}
          onClick={links.follow}
          className="btn btn-icon"
          {...labelled('Edit', `Edit ${row.company}`, describedBy)}
          title="Edit"
        >
          <Icon name="edit" />
        </a>
        <a
          href={`/pipeline/${row.id}/delete?${new URLSearchParams({ back: links.back })}`}
          onClick={links.confirmDelete}
          className="btn btn-icon btn-danger ml-2"
          aria-label={`Delete ${row.company}`}
          title="Delete"
        >
          <Icon name="delete" />
        </a>
      </div>
    </td>
  );
}
