import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { sendPasswordLink } from '~/domain/user/password-link.server';
import { badRequest } from '~/errors';
import { formAction } from '~/http/forms/form-action.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireStaff } from '~/http/session/guards.server';
import styles from '~/styles/users.css?url';
import { StatusPill } from '~/ui/admin/status-pill';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { SubPage } from '~/ui/layout/sub-page';
import { OffboardUser, PasswordLink, ResetSecondFactor } from './account-forms';
import { ACCOUNT_FORM, findAccountChange } from './form.server';
import { RoleAndGroupForm } from './role-and-group-form';
import { loadUserView } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('User');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireStaff(request);
  return loadUserView(viewer, params.id ?? '', readLocale(request));
}

export const action = formAction({
  access: 'staff',
  fields: ACCOUNT_FORM,
  async handler({ viewer, params, form }) {
    const id = params.id ?? '';
    if (form.get('intent') === 'link') return data({ letter: await sendPasswordLink(viewer, id) });
    const change = findAccountChange(form);
    if (!change) throw badRequest('Unknown action.');
    await change.run(viewer, id, form);
    return { redirectTo: `/admin/users/${id}`, toast: { title: 'Success', text: change.done } };
  },
  onError(error, { params, form }) {
    if (error.status === 404 || !findAccountChange(form)) return undefined;
    const toast = { title: 'Error', text: error.reason, failed: true };
    return { redirectTo: `/admin/users/${params.id ?? ''}`, toast };
  },
});

export default function UserPage() {
  const { user: account, roleAndGroup, sendsMail } = useLoaderData<typeof loader>();
  const letter = useActionData<typeof action>()?.letter;
  const {
    email,
    name,
    role,
    group,
    status,
    createdAt,
    disabled,
    canDisable,
    canCreatePasswordLink,
  } = account;
  return (
    <SubPage to="/admin" above="User Management" title={name ?? email}>
      <section className="section">
        <h2>Account</h2>
        <dl className="facts">
          <dt>Email</dt>
          <dd>{email}</dd>
          {!roleAndGroup.role && (
            <>
              <dt>Role</dt>
              <dd>{role}</dd>
            </>
          )}
          {!roleAndGroup.group && (
            <>
              <dt>Group</dt>
              <dd>{group}</dd>
            </>
          )}
          <dt>Created</dt>
          <dd>{createdAt}</dd>
          <dt>Last sign-in</dt>
          <dd>{account.signedInAt ?? 'Not recorded'}</dd>
          <dt>Deals</dt>
          <dd>
            <Link to={`/admin/pipelines?userId=${account.id}`} className="link">
              {account.deals.toLocaleString('en')}
            </Link>
          </dd>
          <dt>Status</dt>
          <dd>{disabled ? `Disabled since ${disabled}` : <StatusPill status={status} />}</dd>
        </dl>
        {(roleAndGroup.role ?? roleAndGroup.group) && <RoleAndGroupForm {...roleAndGroup} />}
        {canDisable && <OffboardUser id={account.id} isDisabled={Boolean(disabled)} />}
      </section>
      {account.canResetSecondFactor && <ResetSecondFactor />}
      {canCreatePasswordLink && (
        <PasswordLink email={email} sendsMail={sendsMail} letter={letter} />
      )}
    </SubPage>
  );
}
