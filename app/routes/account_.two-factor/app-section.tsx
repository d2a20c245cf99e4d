import { useForm } from '@conform-to/react';
import { CopyButton } from '~/ui/copy-button';
import { CheckedForm } from '~/ui/form/checked-form';
import { ErrorSummary } from '~/ui/form/error-summary';
import { TextField } from '~/ui/form/fields';
import { EndOtherSessionsBox } from './end-other-sessions';
import { IntentForm, type IntentReply } from './intent-form';
import type { SecondFactorView } from './view.server';

interface AppSectionProps extends Pick<SecondFactorView, 'hasApp' | 'pending'> {
  isFirst: boolean;
  setupReply: IntentReply;
  reply: IntentReply;
}

export function AppSection({ hasApp, pending, isFirst, setupReply, reply }: AppSectionProps) {
  return (
    <section className="section">
      <h2>Authenticator app</h2>
      {hasApp ? (
        <p>
          <span className="pill border-transparent tone-green">Set up</span> The app shows a new
          code every 30 seconds.
        </p>
      ) : pending ? (
        <PendingApp pending={pending} isFirst={isFirst} reply={reply} />
      ) : (
        <>
          <p>An app on your phone shows a 6-digit code that you enter after your password.</p>
          <IntentForm
            intent="app"
            reply={setupReply ?? reply}
            title="The app was not set up"
            button="Set up an app"
          />
        </>
      )}
    </section>
  );
}

function PendingApp({
  pending: { secret, uri, qr },
  isFirst,
  reply,
}: Pick<AppSectionProps, 'isFirst' | 'reply'> & {
  pending: NonNullable<AppSectionProps['pending']>;
}) {
  return (
    <>
      <p>
        Scan this code with the app, type in the key, or open the link on the device with the app.
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <svg
          width={192}
          height={192}
          viewBox={`-4 -4 ${qr.size + 8} ${qr.size + 8}`}
          role="img"
          aria-label="QR code of the key"
        >
          <rect x={-4} y={-4} width="100%" height="100%" fill="#fff" />
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
      <ConfirmApp isFirst={isFirst} reply={reply} />
    </>
  );
}

function ConfirmApp({ isFirst, reply }: { isFirst: boolean; reply: IntentReply }) {
  const [form, fields] = useForm<{ code: string; endOthers: string }>({
    id: 'confirm',
    lastResult: reply,
    defaultNoValidate: false,
  });
  return (
    <CheckedForm form={form} className="grid gap-4" preventScrollReset>
      {form.errors && <ErrorSummary title="The app was not added" text={form.errors[0]} />}
      <input type="hidden" name="intent" value="confirm" />
      <TextField
        field={fields.code}
        label="Code"
        hint="The 6 digits the app shows now"
        required
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={20}
      />
      {isFirst && <EndOtherSessionsBox field={fields.endOthers} />}
      <p>
        <button className="btn btn-primary">Add the app</button>
      </p>
    </CheckedForm>
  );
}
