import { Form, Link, useLoaderData, useLocation } from '@remix-run/react';
import styles from '~/styles/users.css?url';
import { AdminLayout } from '~/ui/admin/admin-layout';
import { useReply } from '~/ui/form/client-action';
import { Icon } from '~/ui/icon';
import { CLOSED_DIALOGS, useAddress } from '~/ui/layout/address';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { FilterBar, SearchBox } from '~/ui/table/filter-bar';
import { Pager } from '~/ui/table/pager';
import { SelectionButton } from '~/ui/table/selection';
import { FirstSteps } from './first-steps';
import type { action } from './form.server';
import { UserDialog } from './user-dialog';
import { UsersTable } from './users-table';
import type { loader } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('User Management');

const SELECTION_FORM = 'delete-users';

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export { clientLoader } from '~/ui/layout/list-cache';

export { action } from './form.server';
export { loader } from './view.server';

export default function UserManagement() {
  const { figures, steps, search, pager, rows, groups, canCreateManagers, dialog } =
    useLoaderData<typeof loader>();
  const lastResult = useReply<typeof action>();
  const location = useLocation();
  const address = useAddress();
  return (
    <AdminLayout figures={figures}>
      {steps && <FirstSteps steps={steps} />}
      <div className="toolbar mt-4 mb-3 flex flex-wrap items-center gap-2">
        <FilterBar hidden={{ size: pager.size === 50 ? undefined : String(pager.size) }}>
          <SearchBox value={search} what="users" hint="Filters this list by name and email" />
        </FilterBar>
        <Link to={address({ ...CLOSED_DIALOGS, add: '' })} preventScrollReset className="btn">
          Add User
        </Link>
        {canCreateManagers && (
          <Link to={address({ ...CLOSED_DIALOGS, manager: '' })} preventScrollReset className="btn">
            Create Manager
          </Link>
        )}
        <Form id={SELECTION_FORM} method="get" action="/admin/users/delete">
          <input type="hidden" name="back" value={location.pathname + location.search} />
          <SelectionButton form={SELECTION_FORM}>
            <Icon name="delete" />
            Bulk Delete
          </SelectionButton>
        </Form>
      </div>
      {rows.length ? (
        <UsersTable rows={rows} groups={groups} selectionForm={SELECTION_FORM} />
      ) : (
        <div className="card p-8 text-center">
          <p className="text-title font-semibold">No matching users</p>
          <p className="mt-1 text-ink-muted">No name or email contains “{search}”.</p>
          <Link to="/admin" className="btn mt-4">
            Clear search
          </Link>
        </div>
      )}
      <Pager {...pager} noun="users" />
      {dialog && <UserDialog key={dialog} kind={dialog} lastResult={lastResult} />}
    </AdminLayout>
  );
}
