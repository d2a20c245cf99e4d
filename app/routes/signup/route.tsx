import { useForm } from '@conform-to/react';
import { Link, useActionData, useNavigation } from '@remix-run/react';
import { USER_FIELD_MESSAGES } from '~/domain/user/fields';
import { SignupForm } from '~/domain/user/sign-in-schema';
import { EmailField, NameFields, NewPasswordFields } from '~/ui/account/account-fields';
import { CheckedForm } from '~/ui/form/checked-form';
import { ErrorSummary } from '~/ui/form/error-summary';
import { CentredCard } from '~/ui/layout/centred-card';
import { createTitleMeta } from '~/ui/layout/document-head';
import { WITHOUT_SCRIPTS } from '~/ui/layout/without-scripts';
import type { action } from './form.server';

export const handle = WITHOUT_SCRIPTS;

export const meta = createTitleMeta('Sign up');

export { action } from './form.server';
export { loader } from './view.server';

export default function SignupPage() {
  const busy = useNavigation().formAction === '/signup';
  const [form, fields] = useForm<SignupForm>({
    id: 'signup',
    lastResult: useActionData<typeof action>(),
    defaultNoValidate: false,
  });
  return (
    <CentredCard>
      <h1>Sign up</h1>
      <p className="text-ink-muted">Create an account to record and score deals</p>
      <CheckedForm
        form={form}
        // Validates by the script that has the product's messages (public/signed-out.js).
        noValidate
        className="mt-4 grid gap-4"
      >
        {form.errors && <ErrorSummary title="Signup failed" text={form.errors[0]} />}
        <NameFields fields={fields} />
        <EmailField
          field={fields.email}
          data-message={USER_FIELD_MESSAGES.email}
          autoComplete="username"
        />
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
