import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { firstSteps } from '~/screens/admin/first-steps.server';
import { usersView } from '~/screens/admin/users.server';
import { requireStaff } from '~/web/session/auth.server';
import { UserDialog } from '~/components/admin/user-dialog';
import { CLOSED, useAddress } from '~/components/frame/address';
import { AdminFrame } from '~/components/admin/admin-frame';
import { FirstSteps } from '~/components/admin/first-steps';
import { FilterBar, SearchBox } from '~/components/list/filter-bar';
import { styledBy, titled } from '~/components/frame/head';
import { Icon } from '~/components/frame/icon';
import { Pager } from '~/components/list/pager';
import { SelectionButton } from '~/components/forms/selection';
import { UsersTable } from '~/components/admin/users-table';
import { attempt } from '~/attempt.server';
import { badRequest, fieldErrors } from '~/refusal';
import { submit } from '~/web/forms/reply.server';
import { type PostedForm, readForm } from '~/web/forms/request.server';
import type { Viewer } from '~/models/access';
import { addUser, changeGroup, createManager } from '~/models/user/administer.server';
import { dismissFirstSteps } from '~/models/user/preferences.server';
import { AddUser, ChangeGroup, CreateManager, USERS_FORM } from '~/models/user/schema';
import { readLocale } from '~/web/session/appearance.server';
import { makeToast, redirectWithToast, stayWithToast } from '~/web/forms/toast.server';
import styles from '~/styles/users.css?url';

export const links = styledBy(styles);

export const meta = titled('User Management');

const SELECTION_FORM = 'delete-users';

export { clientLoader } from '~/components/list/list-cache';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireStaff(request);
  const { searchParams } = new URL(request.url);
  const view = await usersView(viewer, searchParams, readLocale(request));
  return { ...view, steps: await firstSteps(viewer, view.figures) };
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireStaff(request);
  const form = await readForm(request, USERS_FORM);
  const url = new URL(request.url);
  for (const dialog of ['add', 'manager']) url.searchParams.delete(dialog);
  const back = url.pathname + url.search;
  switch (form.get('intent')) {
    case 'group':
      return saveGroup(viewer, form, back);
    case 'user':
      return createUser(
        form,
        back,
        AddUser,
        (input) => addUser(viewer, input),
        'User created successfully',
      );
    case 'manager':
      return createUser(
        form,
        back,
        CreateManager,
        (input) => createManager(viewer, input),
        'Manager account created successfully',
      );
    case 'dismiss first steps':
      await dismissFirstSteps(viewer);
      return redirectWithToast(back, makeToast('First steps dismissed'));
    default:
      throw badRequest('Unknown action.');
  }
}

async function saveGroup(viewer: Viewer, form: PostedForm<'id' | 'group'>, back: string) {
  const change = ChangeGroup.safeParse({ group: form.get('group') });
  const failed = (why: string) =>
    stayWithToast(back, makeToast('Failed to update user group', why, true));
  if (!change.success) return failed(fieldErrors(change.error)[0]!.message);
  const { refused } = await attempt(() =>
    changeGroup(viewer, form.get('id') ?? '', change.data.group),
  );
  if (refused) return failed(refused.errors?.[0]?.message ?? refused.message);
  return stayWithToast(back, makeToast('Success', 'User group updated successfully'));
}

async function createUser(
  form: FormData,
  back: string,
  schema: typeof AddUser,
  create: (input: AddUser) => Promise<unknown>,
  done: string,
) {
  const { refused } = await submit(form, schema, create, ['password']);
  if (refused) return data(refused.reply, refused.status);
  return redirectWithToast(back, makeToast('Success', done));
}

export default function UserManagement() {
  const { figures, steps, search, pager, rows, groups, mayCreateManagers, dialog } =
    useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const location = useLocation();
  const address = useAddress();
  return (
    <AdminFrame figures={figures}>
      {steps && <FirstSteps steps={steps} />}
      <div className="toolbar mb-3">
        <FilterBar hidden={{ size: pager.size === 50 ? undefined : String(pager.size) }}>
          <SearchBox value={search} what="users" hint="Filters this list by name and email" />
        </FilterBar>
        <Link to={address({ ...CLOSED, add: '' })} preventScrollReset className="btn">
          Add User
        </Link>
        {mayCreateManagers && (
          <Link to={address({ ...CLOSED, manager: '' })} preventScrollReset className="btn">
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
    </AdminFrame>
  );
}
