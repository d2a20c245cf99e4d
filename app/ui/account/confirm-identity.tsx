import { Form, Link, useRouteError } from '@remix-run/react';
import { useEffect } from 'react';
import type { IdentityQuestion } from '~/domain/second-factor/identity.server';
import type { DomainErrorBody, SubmittedForm } from '~/errors';
import { unsent } from '~/ui/form/client-action';
import { ErrorSummary } from '~/ui/form/error-summary';
import { type FieldState, TextField } from '~/ui/form/fields';
import { PasswordField } from '~/ui/form/password-field';
import { AppLayout } from '~/ui/layout/app-layout';
import { TitledCard } from '~/ui/layout/titled-card';
import { showToast } from '~/ui/toast/show-toast';
import { PasskeyButton, requestPasskey } from './passkeys';

export interface PageErrorBody extends DomainErrorBody {
  confirm?: IdentityQuestion;
}

interface ConfirmIdentityProps extends Pick<DomainErrorBody, 'message' | 'errors'> {
  status: number;
  form: SubmittedForm;
  question: IdentityQuestion;
}

export function ConfirmIdentity({
  status,
  message,
  errors = [],
  form,
  question,
}: ConfirmIdentityProps) {
  const { email, hasApp, asksForCode, passkey } = question;
  useStayWhenUnsent();
  const createConfirmField = (name: string): FieldState => ({
    id: `confirm-${name}`,
    name,
    errorId: `confirm-${name}-error`,
    errors: errors.filter(({ path }) => path === name).map((error) => error.message),
    initialValue: undefined,
  });
  return (
    <AppLayout>
      <TitledCard title="Confirm that it is you">
        <p className="text-ink-muted">
          Enter your password{asksForCode && ' and your second step'} to continue. You will not be
          asked again for ten minutes.
        </p>
        <Form method="post" action={form.action} className="mt-4 grid gap-4" preventScrollReset>
          {status !== 403 && !errors.length && (
            <ErrorSummary title="Not confirmed" text={message} />
          )}
          {form.fields.map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <CurrentPassword
            email={email}
            field={createConfirmField('current')}
            label="Password"
            autoFocus
          />
          {asksForCode && (
            <TextField
              field={createConfirmField('currentCode')}
              label="Code"
              hint={
                hasApp
                  ? 'The 6 digits in your authenticator app, or one of your recovery codes'
                  : `One of your recovery codes${passkey ? ', unless you use a passkey' : ''}`
              }
              required={!passkey}
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={40}
            />
          )}
          <div className="flex flex-wrap justify-between gap-2">
            <Link to={form.action} className="btn">
              Cancel
            </Link>
            <div className="flex flex-wrap justify-end gap-2">
              {passkey && (
                <PasskeyButton name="currentPasskey" ask={() => requestPasskey(passkey)}>
                  Use a passkey
                </PasskeyButton>
              )}
              <button className="btn btn-primary">Continue</button>
            </div>
          </div>
        </Form>
        <p className="mt-4 text-ink-muted">
          Sign-in and two-step login are set up in{' '}
          <Link to="/account" className="link">
            your account
          </Link>
          .
        </p>
      </TitledCard>
    </AppLayout>
  );
}

/** Keeps this page, which stands for the page of the form, if the server cannot be reached. */
function useStayWhenUnsent(): void {
  const error = useRouteError();
  useEffect(() => {
    const { reply } = unsent;
    unsent.reply = () => {
      showToast({ title: 'Not sent', text: 'The server could not be reached', failed: true });
      throw error;
    };
    return () => {
      unsent.reply = reply;
    };
  }, [error]);
}

/** Includes the email for password managers. */
export function CurrentPassword({
  email,
  field,
  label = 'Current password',
  autoFocus,
}: {
  email: string;
  field: FieldState;
  label?: string;
  autoFocus?: boolean;
}) {
  return (
    <>
      <input hidden name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        field={field}
        label={label}
        required
        autoComplete="current-password"
        autoFocus={autoFocus}
      />
    </>
  );
}
