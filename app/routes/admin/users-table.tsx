import { Link, useFetcher, useLocation, useSubmit } from '@remix-run/react';
import type { MouseEvent } from 'react';
import { formatCount } from '~/domain/text/text';
import { ApprovalButtons } from '~/ui/admin/approval-buttons';
import { getDeleteUserQuestion } from '~/ui/admin/delete-user-question';
import { StatusPill } from '~/ui/admin/status-pill';
import { useCommittedSelects, useSyncedField } from '~/ui/form/select-behavior';
import { Icon } from '~/ui/icon';
import { usePrefetchedRoutes } from '~/ui/layout/prefetch-routes';
import { ListTable } from '~/ui/table/list-table';
import { rememberDeletedRow } from '~/ui/table/row-focus';
import { SelectAll } from '~/ui/table/selection';
import type { UserRowView } from './view.server';

const FORM_ROUTES = ['admin_.approvals'];

interface TableContext {
  groups: string[];
  selectionForm: string;
}

export function UsersTable({ rows, ...table }: TableContext & { rows: UserRowView[] }) {
  usePrefetchedRoutes(FORM_ROUTES);
  return (
    <ListTable
      caption="Users"
      heads={[
        <SelectAll key="selection" form={table.selectionForm} />,
        'User',
        'Email',
        'Role',
        'Group',
        'Created',
        'Actions',
      ]}
    >
      {rows.map((row) => (
        <UserRow key={row.id} row={row} {...table} />
      ))}
    </ListTable>
  );
}

function UserRow({ row, groups, selectionForm }: TableContext & { row: UserRowView }) {
  const { id, name, email, role, group, status, created, createdAt } = row;
  return (
    <tr>
      <td className="selection">
        {row.canDelete && (
          <input
            type="checkbox"
            name="id"
            value={id}
            form={selectionForm}
            aria-label={`Select ${name ?? email}`}
          />
        )}
      </td>
      <UserCell row={row} />
      <td className="email">
        <div className="fit">{email}</div>
      </td>
      <td className="role">
        <span className={`pill ${role === 'User' ? '' : 'pill-accent'}`}>{role}</span>
      </td>
      <td className="group max-md:noscript:col-span-full">
        {row.canChangeGroup ? (
          <GroupSelect id={id} who={name ?? email} group={group} groups={groups} />
        ) : (
          group
        )}
      </td>
      <td className="created" title={createdAt}>
        {created}
      </td>
      <td className="actions">
        <div className="flex items-center justify-end gap-2">
          {status === 'pending' && row.canDecide && (
            <ApprovalButtons id={id} who={name ?? email} role={row.roleToChange} />
          )}
          {row.canDelete && <DeleteUserLink id={id} who={name ?? email} hasDeals={row.deals > 0} />}
        </div>
      </td>
    </tr>
  );
}

function UserCell({ row }: { row: UserRowView }) {
  const { id, name, status } = row;
  return (
    <td role="rowheader" className="user">
      <div className="fit">
        <Link to={`/admin/users/${id}`} className={`mr-2 inline-block ${name ? '' : 'muted'}`}>
          {name ?? 'No Name'}
        </Link>
        {row.isDisabled && <span className="pill">Disabled</span>}
        {status !== 'approved' && <StatusPill status={status} />}
        <Activity row={row} />
      </div>
    </td>
  );
}

/** Shares the first column, since the columns are specified (rule 9.5). */
function Activity({ row: { id, deals, signedIn, signedInAt } }: { row: UserRowView }) {
  return (
    <span className="muted block text-meta">
      {deals > 0 ? (
        <Link to={`/admin/pipelines?userId=${id}`} className="link">
          {formatCount(deals, 'deal')}
        </Link>
      ) : (
        'No deals'
      )}
      {' · '}
      <span title={signedInAt}>
        {signedIn ? `Last sign-in ${signedIn}` : 'No sign-in recorded'}
      </span>
    </span>
  );
}

function GroupSelect({
  id,
  who,
  group,
  groups,
}: {
  id: string;
  who: string;
  group: string;
  groups: string[];
}) {
  const { pathname, search } = useLocation();
  const fetcher = useFetcher();
  const chosen = fetcher.formData?.get('group');
  const shown = typeof chosen === 'string' ? chosen : group;
  const select = useSyncedField<HTMLSelectElement>(shown);
  const { onSelect, handlers } = useCommittedSelects((form) => fetcher.submit(form));
  return (
    <fetcher.Form
      method="post"
      action={pathname + search}
      className="flex gap-1"
      autoComplete="off"
      {...handlers}
      onChange={(event) => onSelect(event.currentTarget)}
    >
      <input type="hidden" name="intent" value="group" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="shownGroup" value={group} />
      <select
        ref={select}
        name="group"
        className="input w-auto"
        aria-label={`Group of ${who}`}
        defaultValue={shown}
      >
        {[...new Set([...groups, group])].map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <button className="btn without-scripts" aria-label={`Save group of ${who}`}>
        Save
      </button>
    </fetcher.Form>
  );
}

function DeleteUserLink({ id, who, hasDeals }: { id: string; who: string; hasDeals: boolean }) {
  const { pathname, search } = useLocation();
  const submit = useSubmit();
  const back = pathname + search;

  function ask(event: MouseEvent<HTMLAnchorElement>) {
    event.preventDefault();
    if (!window.confirm(getDeleteUserQuestion(who))) return;
    rememberDeletedRow(event.currentTarget);
    const action = `/admin/users/${id}/delete?${new URLSearchParams({ back })}`;
    submit({ back, seenDeals: 0 }, { method: 'post', action, preventScrollReset: true });
  }

  return (
    <Link
      to={`/admin/users/${id}/delete?${new URLSearchParams({ back })}`}
      className="btn btn-icon btn-danger"
      aria-label={`Delete ${who}`}
      title="Delete"
      onClick={hasDeals ? undefined : ask}
    >
      <Icon name="delete" />
    </Link>
  );
}
