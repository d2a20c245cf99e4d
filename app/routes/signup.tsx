import { useForm } from '@conform-to/react';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useNavigation } from '@remix-run/react';
import { EmailField, NameFields, NewPasswordFields } from '~/components/forms/account-fields';
import { CheckedForm } from '~/components/forms/checked-form';
import { ErrorSummary } from '~/components/forms/fields';
import { CentredCard } from '~/components/frame/centred-card';
import { titled } from '~/components/frame/head';
import { WITHOUT_SCRIPTS } from '~/components/frame/without-scripts';
import { submit } from '~/web/forms/reply.server';
import { readForm } from '~/web/forms/request.server';
import { MESSAGES } from '~/models/user/fields';
import { SignupForm } from '~/models/user/schema';
import { signUp } from '~/models/user/write.server';
import { throttleSignup } from '~/web/session/throttle.server';
import { makeToast, redirectWithToast, withAdvice } from '~/web/forms/toast.server';
import { requireNobody, signupHeaders } from '~/web/session/login.server';

export const handle = WITHOUT_SCRIPTS;

export const meta = titled('Sign up');

const WAIT =
  'Please wait for admin approval before logging in. ' +
  'You will be notified once your account is approved.';
const WELCOME = 'You can now log in with your credentials.';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireNobody(request);
  return null;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, { text: SignupForm.keyof().options });
  const { value: answer, refused } = await submit(
    form,
    SignupForm,
    async (typed) => {
      await throttleSignup(context.address ?? '');
      const account = await signUp(typed);
      const isWaiting = account.key !== undefined;
      const text = withAdvice(isWaiting ? WAIT : WELCOME, account.advice);
      return redirectWithToast(
        isWaiting ? '/' : '/dashboard',
        makeToast('Account created successfully', text),
        await signupHeaders(request, account),
      );
    },
    ['password', 'confirmPassword'],
    'Please try again later.',
  );
  return refused ? data(refused.reply, refused.status) : answer;
}

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
        // The browser's checks begin with the script that gives them our messages (public/signed-out.js).
        noValidate
        className="mt-4 grid gap-4"
      >
        {form.errors && <ErrorSummary title="Signup failed" text={form.errors[0]} />}
        <NameFields fields={fields} />
        <EmailField field={fields.email} data-message={MESSAGES.email} autoComplete="username" />
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
