import { useForm } from '@conform-to/react';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { PasskeyLogin } from '~/components/account/passkeys';
import { CheckedForm } from '~/components/forms/checked-form';
import { ErrorSummary, TextField } from '~/components/forms/fields';
import { CentredCard } from '~/components/frame/centred-card';
import { titled } from '~/components/frame/head';
import { requestOptions } from '~/models/second-factor/passkey.server';
import { hashKey } from '~/models/key.server';
import { SECOND_STEP_FORM, SecondStep } from '~/models/second-factor/schema';
import { submit } from '~/web/forms/reply.server';
import {
  type BegunLogin,
  findBegunLogin,
  finishLogin,
  requireNobody,
} from '~/web/session/login.server';
import { readForm } from '~/web/forms/request.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';

export const meta = titled('Two-step login');

/** Throws a redirect to the login unless the password was given a moment ago. */
async function requireBegunLogin(request: Request): Promise<BegunLogin> {
  const login = await findBegunLogin(request);
  if (login) return login;
  throw await redirectWithToast(
    '/login',
    makeToast('Please sign in again', 'You have five minutes for the second step.', true),
  );
}

export async function loader({ request }: LoaderFunctionArgs) {
  await requireNobody(request);
  const { user, key } = await requireBegunLogin(request);
  return {
    email: user.email,
    passkey: await requestOptions({ userId: user.id, holder: hashKey(key) }),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const login = await requireBegunLogin(request);
  const form = await readForm(request, SECOND_STEP_FORM);
  const { value: answer, refused } = await submit(
    form,
    SecondStep,
    (step) => finishLogin(request, login, step),
    ['code', 'credential'],
  );
  return refused ? data(refused.reply, refused.status) : answer;
}

export default function SecondStepPage() {
  const { email, passkey } = useLoaderData<typeof loader>();
  const [form, fields] = useForm<SecondStep>({
    id: 'second-step',
    lastResult: useActionData<typeof action>(),
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
        <Link to="/login" className="link">
          Back to login
        </Link>
      </p>
    </CentredCard>
  );
}
