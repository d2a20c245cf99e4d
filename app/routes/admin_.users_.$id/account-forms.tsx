import { Form, Link } from '@remix-run/react';
import type { Mail } from '~/domain/mail/compose.server';
import { EmailText } from '~/ui/admin/email-text';

export function OffboardUser({ id, isDisabled }: { id: string; isDisabled: boolean }) {
  return (
    <div className="grid gap-2">
      {isDisabled && (
        <p className="hint">Nobody can sign in to this account. Its deals are kept.</p>
      )}
      <div className="flex flex-wrap gap-2">
        {isDisabled && (
          <Form method="post" preventScrollReset>
            <button name="intent" value="enable" className="btn">
              Enable account
            </button>
          </Form>
        )}
        <Link to={`/admin/users/${id}/offboard`} className="btn btn-danger">
          {isDisabled ? 'Delete …' : 'Disable or delete …'}
        </Link>
      </div>
    </div>
  );
}

export function ResetSecondFactor() {
  return (
    <section className="section">
      <h2>Two-step login</h2>
      <p>
        On. Reset it for someone who has lost their app, passkeys and recovery codes. This removes
        all of them, signs the user out everywhere and ends their API tokens. First make sure that
        the request really comes from that person.
      </p>
      <Form method="post" preventScrollReset>
        <button name="intent" value="reset-second-factor" className="btn btn-danger">
          Reset two-step login
        </button>
      </Form>
    </section>
  );
}

export function PasswordLink({
  email,
  sendsMail,
  link,
}: {
  email: string;
  sendsMail: boolean;
  link: { unsentMail?: Mail } | undefined;
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
      {link && !link.unsentMail && <p role="status">The link was sent to {email}.</p>}
      {link?.unsentMail && sendsMail && (
        <p role="alert" className="text-danger">
          The mail server did not accept the email. Please pass this text on.
        </p>
      )}
      {link?.unsentMail && <EmailText mail={link.unsentMail} />}
    </section>
  );
}
