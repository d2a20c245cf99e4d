import { useForm } from '@conform-to/react';
import { Link, useLoaderData } from '@remix-run/react';
import { SecondStep } from '~/domain/second-factor/schema';
import { PasskeyLogin } from '~/ui/account/passkeys';
import { CheckedForm } from '~/ui/form/checked-form';
import { ErrorSummary } from '~/ui/form/error-summary';
import { TextField } from '~/ui/form/fields';
import { useReply } from '~/ui/form/unsent-form';
import { CentredCard } from '~/ui/layout/centred-card';
import { createTitleMeta } from '~/ui/layout/document-head';
import type { action } from './form.server';
import type { loader } from './view.server';

export const meta = createTitleMeta('Two-step login');

export { clientAction, handle, shouldRevalidate } from '~/ui/form/unsent-form';

export { action } from './form.server';
export { loader } from './view.server';

export default function SecondStepPage() {
  const { email, loginPath, passkey } = useLoaderData<typeof loader>();
  const [form, fields] = useForm<SecondStep>({
    id: 'second-step',
    lastResult: useReply<typeof action>(),
    defaultNoValidate: false,
  });
  return (
    <CentredCard>
      <h1>Two-step login</h1>
      <p className="break-words text-ink-muted">For {email}</p>
      <div className="mt-4 grid gap-4">
        {form.errors && <ErrorSummary title="Login failed" text={form.errors[0]} />}
        {passkey && <PasskeyLogin options={passkey} />}
        <CheckedForm form={form} className="grid gap-4">
          <TextField
            field={fields.code}
            label="Code"
            hint="The 6 digits in your authenticator app, or one of your recovery codes"
            required
            autoFocus={!form.errors}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
          />
          <button className="btn btn-primary">Sign in</button>
        </CheckedForm>
      </div>
      <p className="mt-4 text-ink-muted">
        No code and no recovery code? An administrator can reset your two-step login.{' '}
        <Link to={loginPath} className="link">
          Back to login
        </Link>
      </p>
    </CentredCard>
  );
}
