import type { LoaderFunctionArgs } from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { AddUser, ChangeGroup, CreateManager, USERS_FORM } from '~/domain/user/admin-schema';
import { addUser, createManager } from '~/domain/user/create.server';
import { dismissFirstSteps } from '~/domain/user/first-steps.server';
import { changeGroup } from '~/domain/user/role.server';
import { badRequest, parseInput } from '~/errors';
import { formAction } from '~/http/forms/form-action.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireStaff } from '~/http/session/guards.server';
import styles from '~/styles/users.css?url';
import { AdminLayout } from '~/ui/admin/admin-layout';
import { Icon } from '~/ui/icon';
import { CLOSED_DIALOGS, useAddress } from '~/ui/layout/address';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { FilterBar, SearchBox } from '~/ui/table/filter-bar';
import { Pager } from '~/ui/table/pager';
import { SelectionButton } from '~/ui/table/selection';
import { FirstSteps } from './first-steps';
import { loadFirstSteps } from './first-steps.server';
import { submitUser } from './form.server';
import { UserDialog } from './user-dialog';
import { UsersTable } from './users-table';
import { loadUsersView } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('User Management');

const SELECTION_FORM = 'delete-users';

export { clientLoader } from '~/ui/layout/list-cache';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireStaff(request);
  const { searchParams } = new URL(request.url);
  const view = await loadUsersView(viewer, searchParams, readLocale(request));
  return { ...view, steps: await loadFirstSteps(viewer, view.figures) };
}

export const action = formAction({
  access: 'staff',
  fields: USERS_FORM,
  async handler({ viewer, request, form }) {
    const redirectTo = getUsersPath(request);
    switch (form.get('intent')) {
      case 'group': {
        const { group } = parseInput(ChangeGroup, { group: form.get('group') });
        await changeGroup(viewer, form.get('id') ?? '', group);
        const toast = { title: 'Success', text: 'User group updated successfully' };
        return { redirectTo, toast, replace: true };
      }
      case 'user':
        return submitUser(form, AddUser, (input) => addUser(viewer, input), {
          redirectTo,
          done: 'User created successfully',
        });
      case 'manager':
        return submitUser(form, CreateManager, (input) => createManager(viewer, input), {
          redirectTo,
          done: 'Manager account created successfully',
        });
      case 'dismiss first steps':
        await dismissFirstSteps(viewer);
        return { redirectTo, toast: { title: 'First steps dismissed' } };
      default:
        throw badRequest('Unknown action.');
    }
  },
  onError(error, { request, form }) {
    if (form.get('intent') !== 'group') return undefined;
    const toast = { title: 'Failed to update user group', text: error.reason, failed: true };
    return { redirectTo: getUsersPath(request), toast, replace: true };
  },
});

/** Returns the list's address without the dialog that was open. */
function getUsersPath(request: Request): string {
  const url = new URL(request.url);
  for (const dialog of ['add', 'manager']) url.searchParams.delete(dialog);
  return url.pathname + url.search;
}

export default function UserManagement() {
  const { figures, steps, search, pager, rows, groups, canCreateManagers, dialog } =
    useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const location = useLocation();
  const address = useAddress();
  return (
    <AdminLayout figures={figures}>
      {steps && <FirstSteps steps={steps} />}
      <div className="toolbar mb-3">
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
