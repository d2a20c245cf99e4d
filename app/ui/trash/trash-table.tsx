import { Form, Link } from '@remix-run/react';
import { ListTable } from '~/ui/table/list-table';
import type { TrashEntryView } from './trash-view.server';

interface Columns {
  showWhat?: boolean;
  showDeletedBy?: boolean;
}

export function TrashTable({ entries, ...columns }: Columns & { entries: TrashEntryView[] }) {
  return (
    <ListTable
      heads={[
        'Name',
        columns.showWhat && 'Type',
        'Deleted',
        columns.showDeletedBy && 'Deleted by',
        'Restorable until',
        'Actions',
      ]}
    >
      {entries.map((entry) => (
        <TrashRow key={entry.id} entry={entry} {...columns} />
      ))}
    </ListTable>
  );
}

function TrashRow({ entry, showWhat, showDeletedBy }: Columns & { entry: TrashEntryView }) {
  const { id, name, what, deleted, deletedBy, until, merged } = entry;
  return (
    <tr>
      <td className="font-semibold wrap-anywhere max-md:w-full">{name}</td>
      {showWhat && <td className="wrap-anywhere">{what}</td>}
      <td>
        <span className="md:hidden">Deleted </span>
        {deleted}
      </td>
      {showDeletedBy && (
        <td className="wrap-anywhere">
          <span className="md:hidden">Deleted by </span>
          {deletedBy}
        </td>
      )}
      <td>
        <span className="md:hidden">Restorable until </span>
        {until}
      </td>
      <td className={merged ? 'text-right' : 'actions text-right'}>
        {merged ? (
          <>
            <span className="block wrap-anywhere">Merged into {merged.into}</span>
            {merged.hint && <span className="muted block wrap-anywhere">{merged.hint}</span>}
            {merged.split && (
              <Link to={merged.split} className="link">
                Split<span className="sr-only"> {name}</span>
              </Link>
            )}
          </>
        ) : (
          <Form method="post">
            <button name="id" value={id} className="btn" aria-label={`Restore ${name}`}>
              Restore
            </button>
          </Form>
        )}
      </td>
    </tr>
  );
}
