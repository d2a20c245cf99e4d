import { useForm } from '@conform-to/react';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react';
import { EmailField } from '~/components/forms/account-fields';
import { CheckedForm } from '~/components/forms/checked-form';
import { ErrorSummary, PasswordField } from '~/components/forms/fields';
import { CentredCard } from '~/components/frame/centred-card';
import { titled } from '~/components/frame/head';
import { useRootData } from '~/components/frame/root-data';
import { WITHOUT_SCRIPTS } from '~/components/frame/without-scripts';
import { SignupStatus } from '~/components/frame/signup-status';
import { submit } from '~/web/forms/reply.server';
import { readForm, safePath } from '~/web/forms/request.server';
import { sendsMail } from '~/models/mail/mail.server';
import { MESSAGES } from '~/models/user/fields';
import { Login, LOGIN_FORM } from '~/models/user/schema';
import { LATE_PAGE } from '~/web/session/auth.server';
import { logInByForm, readSignupStatus, requireNobody } from '~/web/session/login.server';

export const handle = WITHOUT_SCRIPTS;

export const meta = titled('Sign in');

export async function loader({ request }: LoaderFunctionArgs) {
  const to = safePath(new URL(request.url).searchParams.get('to'));
  await requireNobody(request, to);
  return {
    signup: await readSignupStatus(request),
    keepsForm: to?.startsWith(LATE_PAGE) ?? false,
    mailsLinks: sendsMail,
    to,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, LOGIN_FORM);
  const { value: answer, refused } = await submit(
    form,
    Login,
    (typed) => logInByForm(request, typed, form.get('to') ?? undefined, context),
    ['password'],
  );
  return refused ? data(refused.reply, refused.status) : answer;
}

export default function LoginPage() {
  const { signup, keepsForm, mailsLinks, to } = useLoaderData<typeof loader>();
  const busy = useNavigation().formAction === '/login';
  const result = useActionData<typeof action>();
  const toast = useRootData()?.toast;
  const [form, fields] = useForm<Login>({
    id: 'login',
    lastResult: result,
    defaultNoValidate: false,
  });
  return (
    <CentredCard>
      <h1>Sign in</h1>
      <p className="text-ink-muted">Sign in to manage your deal pipeline</p>
      <SignupStatus status={signup} />
      {keepsForm && (
        <p role="status" className="notice mt-4">
          What you submitted after you were signed out is kept. Sign in to submit it again.
        </p>
      )}
      <CheckedForm
        form={form}
        // The browser's checks begin with the script that gives them our messages (public/signed-out.js).
        noValidate
        className="mt-4 grid gap-4"
      >
        {form.errors && <ErrorSummary title="Login failed" text={form.errors[0]} />}
        {to && <input type="hidden" name="to" value={to} />}
        <EmailField
          field={fields.email}
          data-message={MESSAGES.email}
          autoComplete="username"
          // Whatever is announced here goes first.
          autoFocus={!result && !signup && !toast}
        />
        <PasswordField
          field={fields.password}
          label="Password"
          data-message={MESSAGES.password}
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
