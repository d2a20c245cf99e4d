import { Link, useLoaderData } from '@remix-run/react';
import { formatNumber } from '~/domain/text/text';
import styles from '~/styles/users.css?url';
import { StatusPill } from '~/ui/admin/status-pill';
import { useReply } from '~/ui/form/unsent-form';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { SubPage } from '~/ui/layout/sub-page';
import { OffboardUser, PasswordLink, ResetSecondFactor } from './account-forms';
import type { action } from './form.server';
import { RoleAndGroupForm } from './role-and-group-form';
import type { loader } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('User');

export {
  clientAction,
  handle,
  revalidateOnConflict as shouldRevalidate,
} from '~/ui/form/unsent-form';

export { action } from './form.server';
export { loader } from './view.server';

export default function UserPage() {
  const { user: account, roleAndGroup, sendsMail } = useLoaderData<typeof loader>();
  const answer = useReply<typeof action>();
  const link = answer && 'link' in answer ? answer.link : undefined;
  const sent = answer && 'sent' in answer ? answer.sent : undefined;
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
              {formatNumber(account.deals)}
            </Link>
          </dd>
          <dt>Status</dt>
          <dd>{disabled ? `Disabled since ${disabled}` : <StatusPill status={status} />}</dd>
        </dl>
        {(roleAndGroup.role ?? roleAndGroup.group) && (
          <RoleAndGroupForm {...roleAndGroup} sent={sent} />
        )}
        {canDisable && <OffboardUser id={account.id} isDisabled={Boolean(disabled)} />}
      </section>
      {account.canResetSecondFactor && <ResetSecondFactor />}
      {canCreatePasswordLink && <PasswordLink email={email} sendsMail={sendsMail} link={link} />}
    </SubPage>
  );
}
