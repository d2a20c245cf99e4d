import { useForm } from '@conform-to/react';
import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useNavigation } from '@remix-run/react';
import { signUp } from '~/domain/user/create.server';
import { USER_FIELD_MESSAGES } from '~/domain/user/fields';
import { SignupForm } from '~/domain/user/sign-in-schema';
import { publicFormAction } from '~/http/forms/form-action.server';
import { submitForm } from '~/http/forms/reply.server';
import { createSignupHeaders, requireSignedOut } from '~/http/session/login.server';
import { countSignup } from '~/http/session/throttle.server';
import { appendPasswordHint } from '~/http/session/toast.server';
import { EmailField, NameFields, NewPasswordFields } from '~/ui/account/account-fields';
import { CheckedForm } from '~/ui/form/checked-form';
import { ErrorSummary } from '~/ui/form/error-summary';
import { CentredCard } from '~/ui/layout/centred-card';
import { createTitleMeta } from '~/ui/layout/document-head';
import { WITHOUT_SCRIPTS } from '~/ui/layout/without-scripts';

export const handle = WITHOUT_SCRIPTS;

export const meta = createTitleMeta('Sign up');

const WAITING_MESSAGE =
  'Please wait for admin approval before logging in. ' +
  'You will be notified once your account is approved.';
const APPROVED_MESSAGE = 'You can now log in with your credentials.';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireSignedOut(request);
  return null;
}

export const action = publicFormAction({
  fields: { text: SignupForm.keyof().options },
  async handler({ request, context, form }) {
    const result = await submitForm(
      form,
      SignupForm,
      async (typed) => {
        await countSignup(context.address ?? '');
        const account = await signUp(typed);
        return { ...account, headers: await createSignupHeaders(request, account) };
      },
      {
        hideFields: ['password', 'confirmPassword'],
        failureMessage: 'Please try again later.',
      },
    );
    if (!result.ok) return data(result.error.reply, result.error.status);
    const account = result.value;
    const isWaiting = account.key !== undefined;
    const text = appendPasswordHint(isWaiting ? WAITING_MESSAGE : APPROVED_MESSAGE, account.advice);
    return {
      redirectTo: isWaiting ? '/' : '/dashboard',
      toast: { title: 'Account created successfully', text },
      headers: account.headers,
    };
  },
});

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
