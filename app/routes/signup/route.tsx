import { useForm } from '@conform-to/react';
import { Link, useNavigation } from '@remix-run/react';
import { SignupForm } from '~/domain/user/login-schema';
import { EmailField, NameFields, NewPasswordFields } from '~/ui/account/account-fields';
import { CheckedForm } from '~/ui/form/checked-form';
import { useReply } from '~/ui/form/client-action';
import { ErrorSummary } from '~/ui/form/error-summary';
import { useRetry } from '~/ui/form/retry';
import { CentredCard } from '~/ui/layout/centred-card';
import { createTitleMeta } from '~/ui/layout/document-head';
import type { action } from './form.server';

export const meta = createTitleMeta('Sign up');

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export { action } from './form.server';
export { loader } from './view.server';

export default function SignupPage() {
  const busy = useNavigation().formAction === '/signup';
  const { onSubmit, notice } = useRetry('Signup failed');
  const [form, fields] = useForm<SignupForm>({
    id: 'signup',
    lastResult: useReply<typeof action>(),
  });
  return (
    <CentredCard>
      <h1>Sign up</h1>
      <p className="text-ink-muted">Create an account to record and score deals</p>
      <CheckedForm form={form} onSubmit={onSubmit} className="mt-4 grid gap-4">
        {notice}
        {form.errors && <ErrorSummary title="Signup failed" text={form.errors[0]} />}
        <NameFields fields={fields} />
        <EmailField field={fields.email} autoComplete="username" />
        <NewPasswordFields fields={fields} label="Password" />
        <button className="btn btn-primary" disabled={busy}>
          {busy ? 'Creating account…' : 'Create Account'}
        </button>
      </CheckedForm>
      <p className="mt-4 text-ink-muted">
        Already have an account?{' '}
        <Link to="/login" className="link">
          Back to login
        </Link>
      </p>
    </CentredCard>
  );
}
