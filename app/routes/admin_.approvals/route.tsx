import { useLoaderData } from '@remix-run/react';
import styles from '~/styles/users.css?url';
import { AdminLayout } from '~/ui/admin/admin-layout';
import { ApprovalButtons } from '~/ui/admin/approval-buttons';
import { EmailText } from '~/ui/admin/email-text';
import { StatusPill } from '~/ui/admin/status-pill';
import type { UserView } from '~/ui/admin/user-view.server';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { Pager } from '~/ui/table/pager';
import type { loader } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('User Approvals');

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export { clientLoader } from '~/ui/layout/list-cache';

export { action } from './form.server';
export { loader } from './view.server';

export default function UserApprovals() {
  const { figures, pager, pending, decisions } = useLoaderData<typeof loader>();
  return (
    <AdminLayout figures={figures}>
      <div className="mt-4 grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <section aria-labelledby="pending">
          <h2 id="pending">Pending Approval</h2>
          {pending.length ? (
            <ul className="user-list ruled">
              {pending.map((user) => (
                <PendingUser key={user.id} user={user} />
              ))}
            </ul>
          ) : (
            <p className="card mt-3 p-8 text-center text-ink-muted">No pending user approvals</p>
          )}
          <Pager {...pager} noun="users" />
        </section>
        <section aria-labelledby="decisions">
          <h2 id="decisions">Recent Decisions</h2>
          {decisions.some(({ mail }) => mail) && (
            <p className="notice mt-3" role="note">
              No mail server is configured, so users are not notified. Send them the email text
              yourself.
            </p>
          )}
          {decisions.length ? (
            <ul className="user-list ruled">
              {decisions.map((decision) => (
                <RecentDecision key={decision.id} decision={decision} />
              ))}
            </ul>
          ) : (
            <p className="card mt-3 p-8 text-center text-ink-muted">
              No users approved or rejected yet
            </p>
          )}
        </section>
      </div>
    </AdminLayout>
  );
}

function PendingUser({ user }: { user: UserView }) {
  const { id, name, email, created, createdAt, canDecide, roleToChange } = user;
  return (
    <li>
      <div className="min-w-0">
        <p className="font-medium">{name ?? 'No Name'}</p>
        <p className="muted">{email}</p>
        <p className="muted text-meta" title={createdAt}>
          Registered {created}
        </p>
      </div>
      {canDecide && <ApprovalButtons id={id} who={name ?? email} role={roleToChange} />}
    </li>
  );
}

type DecisionView = ReturnType<typeof useLoaderData<typeof loader>>['decisions'][number];

function RecentDecision({ decision }: { decision: DecisionView }) {
  const { name, email, status, decided, decidedAt, mail } = decision;
  return (
    <li>
      <div className="min-w-0">
        <p className="font-medium">{name ?? 'No Name'}</p>
        <p className="muted">{email}</p>
      </div>
      <div className="text-right">
        <StatusPill status={status} />
        <p className="muted text-meta" title={decidedAt}>
          {decided}
        </p>
      </div>
      {mail && (
        <details className="w-full">
          <summary className="muted py-2 text-meta">Email text</summary>
          <EmailText mail={mail} />
        </details>
      )}
    </li>
  );
}
