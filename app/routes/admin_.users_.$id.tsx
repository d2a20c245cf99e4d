import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { userPageView } from '~/screens/admin/users.server';
import { requireStaff } from '~/web/session/auth.server';
import { PageBelow } from '~/components/frame/page-below';
import { styledBy, titled } from '~/components/frame/head';
import type { Mail } from '~/models/mail/mail.server';
import { LetterText } from '~/components/admin/letter';
import { StatusPill } from '~/components/admin/users-table';
import { attempt } from '~/attempt.server';
import { badRequest } from '~/refusal';
import { readForm } from '~/web/forms/request.server';
import type { Viewer } from '~/models/access';
import { resetSecondFactor } from '~/models/second-factor/state.server';
import { setDisabled } from '~/models/user/administer.server';
import { sendPasswordLink } from '~/models/user/password-link.server';
import { readLocale } from '~/web/session/appearance.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';
import styles from '~/styles/users.css?url';

export const links = styledBy(styles);

export const meta = titled('User');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireStaff(request);
  return userPageView(viewer, params.id ?? '', readLocale(request));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireStaff(request);
  const id = params.id ?? '';
  const form = await readForm(request, { text: ['intent'] });
  const intent = form.get('intent');
  if (intent === 'link') return data({ letter: await sendPasswordLink(viewer, id) });
  const change = CHANGES.find(({ name }) => name === intent);
  if (!change) throw badRequest('Unknown action.');
  const back = `/admin/users/${id}`;
  const { refused } = await attempt(() => change.run(viewer, id));
  if (refused?.status === 404) throw refused;
  if (refused) return redirectWithToast(back, makeToast('Error', refused.message, true));
  return redirectWithToast(back, makeToast('Success', change.done));
}

interface Change {
  name: string;
  run: (viewer: Viewer, id: string) => Promise<unknown>;
  done: string;
}
const CHANGES: Change[] = [
  {
    name: 'disable',
    run: (viewer, id) => setDisabled(viewer, id, true),
    done: 'Account disabled',
  },
  {
    name: 'enable',
    run: (viewer, id) => setDisabled(viewer, id, false),
    done: 'Account enabled',
  },
  { name: 'reset-second-factor', run: resetSecondFactor, done: 'Two-step login reset' },
];

export default function UserPage() {
  const { user: account, sendsMail } = useLoaderData<typeof loader>();
  const letter = useActionData<typeof action>()?.letter;
  const { email, name, role, group, status, createdAt, disabled, mayDisable, mayHandOverLink } =
    account;
  return (
    <PageBelow to="/admin" above="User Management" title={name ?? email}>
      <section className="section">
        <h2>Account</h2>
        <dl className="facts">
          <dt>Email</dt>
          <dd>{email}</dd>
          <dt>Role</dt>
          <dd>{role}</dd>
          <dt>Group</dt>
          <dd>{group}</dd>
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
        {mayDisable && <DisableForm isDisabled={Boolean(disabled)} />}
      </section>
      {account.mayResetSecondFactor && <ResetSecondFactor />}
      {mayHandOverLink && <PasswordLink email={email} sendsMail={sendsMail} letter={letter} />}
    </PageBelow>
  );
}

function DisableForm({ isDisabled }: { isDisabled: boolean }) {
  return (
    <Form method="post" preventScrollReset>
      <p className="hint mb-2">
        {isDisabled
          ? 'Nobody can sign in to this account. Its deals are kept.'
          : 'Disabling signs the user out everywhere and blocks sign-in. Their deals are kept.'}
      </p>
      <button
        name="intent"
        value={isDisabled ? 'enable' : 'disable'}
        className={isDisabled ? 'btn' : 'btn btn-danger'}
      >
        {isDisabled ? 'Enable account' : 'Disable account'}
      </button>
    </Form>
  );
}

function ResetSecondFactor() {
  return (
    <section className="section">
      <h2>Two-step login</h2>
      <p>
        On. Reset it for someone who has lost their app, passkeys and recovery codes. This removes
        all of them and signs the user out everywhere. First make sure that the request really comes
        from that person.
      </p>
      <Form method="post" preventScrollReset>
        <button name="intent" value="reset-second-factor" className="btn btn-danger">
          Reset two-step login
        </button>
      </Form>
    </section>
  );
}

function PasswordLink({
  email,
  sendsMail,
  letter,
}: {
  email: string;
  sendsMail: boolean;
  letter: Mail | undefined;
}) {
  return (
    <section className="section">
      <h2>Password</h2>
      <p>
        {sendsMail
          ? `The link to choose a new password is emailed to ${email}.`
          : 'No mail server is configured: create a link to choose a new password and pass it on.'}{' '}
        It works once, within 24 hours, and replaces earlier links.
      </p>
      <Form method="post" preventScrollReset>
        <button name="intent" value="link" className="btn">
          {sendsMail ? 'Send password link' : 'Create password link'}
        </button>
      </Form>
      {letter &&
        (sendsMail ? (
          <p role="status">The link was sent to {email}.</p>
        ) : (
          <LetterText letter={letter} />
        ))}
    </section>
  );
}
