import { ListTable } from './list-table';
import { Form, Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Icon } from '~/components/frame/icon';
import type { ViewRow } from '~/models/view/list.server';

interface ViewsTableProps {
  label: string;
  views: ViewRow[];
  /** With the order of the tabs. */
  isOwn?: boolean;
}

export function ViewsTable({ label, views, isOwn }: ViewsTableProps) {
  return (
    <ListTable caption={label} heads={['Name', 'List', isOwn ? 'Shared' : 'By', 'Actions']}>
      {views.map((view, n) => (
        <tr key={view.id}>
          <td className="font-semibold break-words max-md:w-full">
            <Link to={view.to} className="link">
              {view.name}
            </Link>
            {view.isStart && <span className="pill ml-2">Default</span>}
          </td>
          <td>{view.list}</td>
          <td>{ownership(view)}</td>
          <td className="actions">
            <div className="flex flex-wrap justify-end gap-1">
              {isOwn && (
                <>
                  <Act view={view} intent="up" label={`Move ${view.name} up`} disabled={!n}>
                    <Icon name="up" />
                  </Act>
                  <Act
                    view={view}
                    intent="down"
                    label={`Move ${view.name} down`}
                    disabled={n === views.length - 1}
                  >
                    <Icon name="down" />
                  </Act>
                </>
              )}
              <Acts view={view} />
            </div>
          </td>
        </tr>
      ))}
    </ListTable>
  );
}

function ownership({ by, isShared, mayAdopt }: ViewRow): string {
  if (mayAdopt) return `No owner (created by ${by})`;
  return by ?? (isShared ? 'With everyone' : 'Private');
}

function Acts({ view }: { view: ViewRow }) {
  const { id, name, isStart, isShared, mayAdopt, mayChange, mayShare } = view;
  return (
    <>
      {mayAdopt && (
        <Act view={view} intent="adopt">
          Adopt
        </Act>
      )}
      <Act view={view} intent={isStart ? 'unstart' : 'start'}>
        {isStart ? 'Remove default' : 'Make default'}
      </Act>
      {mayShare && (
        <Act view={view} intent={isShared ? 'unshare' : 'share'}>
          {isShared ? 'Stop sharing' : 'Share'}
        </Act>
      )}
      {mayChange && (
        <>
          <Link to={`/views/${id}`} className="btn" aria-label={`Rename ${name}`}>
            Rename
          </Link>
          <Link to={`/views/${id}/delete`} className="btn btn-danger" aria-label={`Delete ${name}`}>
            Delete
          </Link>
        </>
      )}
    </>
  );
}

interface ActProps {
  view: ViewRow;
  intent: string;
  label?: string;
  disabled?: boolean;
  children: ReactNode;
}

function Act({ view, intent, label, disabled, children }: ActProps) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="id" value={view.id} />
      <button
        name="intent"
        value={intent}
        className={label ? 'btn btn-icon' : 'btn'}
        aria-label={label ?? `${String(children)}: ${view.name}`}
        disabled={disabled}
      >
        {children}
      </button>
    </Form>
  );
}
