import { Form, Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Icon } from '~/ui/icon';
import { ListTable } from '~/ui/table/list-table';
import type { SavedViewRow } from './view.server';

interface ViewsTableProps {
  label: string;
  views: SavedViewRow[];
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
          <td>{describeOwnership(view)}</td>
          <td className="actions">
            <div className="flex flex-wrap justify-end gap-1">
              {isOwn && (
                <>
                  <ViewAction view={view} intent="up" label={`Move ${view.name} up`} disabled={!n}>
                    <Icon name="up" />
                  </ViewAction>
                  <ViewAction
                    view={view}
                    intent="down"
                    label={`Move ${view.name} down`}
                    disabled={n === views.length - 1}
                  >
                    <Icon name="down" />
                  </ViewAction>
                </>
              )}
              <ViewActions view={view} />
            </div>
          </td>
        </tr>
      ))}
    </ListTable>
  );
}

function describeOwnership({ by, isShared, canAdopt }: SavedViewRow): string {
  if (canAdopt) return `No owner (created by ${by})`;
  return by ?? (isShared ? 'With everyone' : 'Private');
}

function ViewActions({ view }: { view: SavedViewRow }) {
  const { id, name, isStart, isShared, canAdopt, canChange, canShare } = view;
  return (
    <>
      {canAdopt && (
        <ViewAction view={view} intent="adopt">
          Adopt
        </ViewAction>
      )}
      <ViewAction view={view} intent={isStart ? 'unstart' : 'start'}>
        {isStart ? 'Remove default' : 'Make default'}
      </ViewAction>
      {canShare && (
        <ViewAction view={view} intent={isShared ? 'unshare' : 'share'}>
          {isShared ? 'Stop sharing' : 'Share'}
        </ViewAction>
      )}
      {canChange && (
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

interface ViewActionProps {
  view: SavedViewRow;
  intent: string;
  label?: string;
  disabled?: boolean;
  children: ReactNode;
}

function ViewAction({ view, intent, label, disabled, children }: ViewActionProps) {
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
