import { useForm } from '@conform-to/react';
import { Link, useLoaderData, useNavigation } from '@remix-run/react';
import { Login } from '~/domain/user/login-schema';
import { EmailField } from '~/ui/account/account-fields';
import { SignupStatus } from '~/ui/account/signup-status';
import { CheckedForm } from '~/ui/form/checked-form';
import { useReply } from '~/ui/form/client-action';
import { ErrorSummary } from '~/ui/form/error-summary';
import { PasswordField } from '~/ui/form/password-field';
import { useRetry } from '~/ui/form/retry';
import { CentredCard } from '~/ui/layout/centred-card';
import { createTitleMeta } from '~/ui/layout/document-head';
import { useRootData } from '~/ui/layout/root-data';
import type { action } from './form.server';
import type { loader } from './view.server';

export const meta = createTitleMeta('Sign in');

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export { action } from './form.server';
export { loader } from './view.server';

export default function LoginPage() {
  const { signup, keepsForm, mailsLinks, to } = useLoaderData<typeof loader>();
  const busy = useNavigation().formAction === '/login';
  const result = useReply<typeof action>();
  const { onSubmit, notice } = useRetry('Login failed');
  const toast = useRootData()?.toast;
  const [form, fields] = useForm<Login>({
    id: 'login',
    lastResult: result,
  });
  return (
    <CentredCard>
      <h1>Sign in</h1>
      <p className="text-ink-muted">Sign in to manage your deal pipeline</p>
      <SignupStatus status={signup} />
      {keepsForm && (
        <p role="status" className="notice mt-4">
          You were signed out. We kept your entries. Sign in to save them.
        </p>
      )}
      <CheckedForm form={form} onSubmit={onSubmit} className="mt-4 grid gap-4">
        {notice}
        {form.errors && <ErrorSummary title="Login failed" text={form.errors[0]} />}
        {to && <input type="hidden" name="to" value={to} />}
        <EmailField
          field={fields.email}
          autoComplete="username"
          // Leaves the focus to an announced message.
          autoFocus={!result && !signup && !toast}
        />
        <PasswordField
          field={fields.password}
          label="Password"
          required
          autoComplete="current-password"
        />
        <button className="btn btn-primary" disabled={busy}>
          {busy ? 'Signing in…' : 'Sign In'}
        </button>
      </CheckedForm>
      <details className="mt-4 text-ink-muted">
        <summary className="link">Forgot your password?</summary>
        <p className="mt-2">
          Ask an administrator of your fund: they can {mailsLinks ? 'email you' : 'give you'} a link
          to choose a new one. The person who runs the server can create one with{' '}
          <code>npm run account</code>.
        </p>
      </details>
      <p className="mt-4 text-ink-muted">
        No account yet?{' '}
        <Link to="/signup" className="link">
          Sign up
        </Link>
      </p>
    </CentredCard>
  );
}
