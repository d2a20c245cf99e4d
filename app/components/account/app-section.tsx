import { Form } from '@remix-run/react';
import { CopyButton } from '~/components/frame/copy-button';
import { TextField } from '~/components/forms/fields';
import type { SecondFactorView } from '~/models/second-factor/view.server';
import { ConfirmForm, type Reply } from './confirm-form';

export function AppSection({
  email,
  hasApp,
  pending,
  reply,
}: Pick<SecondFactorView, 'email' | 'hasApp' | 'pending'> & { reply: Reply }) {
  return (
    <section className="section">
      <h2>Authenticator app</h2>
      {hasApp ? (
        <p>
          <span className="pill status-approved">Set up</span> The app shows a new code every 30
          seconds.
        </p>
      ) : pending ? (
        <Pending email={email} pending={pending} reply={reply} />
      ) : (
        <>
          <p>An app on your phone shows a 6-digit code that you enter after your password.</p>
          <Form method="post" preventScrollReset>
            <button name="intent" value="app" className="btn btn-primary">
              Set up an app
            </button>
          </Form>
        </>
      )}
    </section>
  );
}

function Pending({
  email,
  pending: { secret, uri, qr },
  reply,
}: {
  email: string;
  pending: NonNullable<SecondFactorView['pending']>;
  reply: Reply;
}) {
  return (
    <>
      <p>
        Scan this code with the app, type in the key, or open the link on the device with the app.
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <svg
          className="qr"
          viewBox={`-4 -4 ${qr.size + 8} ${qr.size + 8}`}
          role="img"
          aria-label="QR code of the key"
        >
          <path d={qr.path} />
        </svg>
        <div className="grid min-w-0 gap-2">
          <code className="break-words">{secret}</code>
          <p>
            <CopyButton text={secret.replaceAll(' ', '')} label="Copy key" />
          </p>
          <a className="link" href={uri}>
            Open in the app
          </a>
        </div>
      </div>
      <ConfirmForm
        intent="confirm"
        email={email}
        reply={reply}
        title="The app was not added"
        button="Add the app"
      >
        {({ code }) => (
          <TextField
            field={code}
            label="Code"
            hint="The 6 digits the app shows now"
            required
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={20}
          />
        )}
      </ConfirmForm>
    </>
  );
}
